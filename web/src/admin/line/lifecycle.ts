import type { Action, Lifecycle } from "../types";

type Simple = Exclude<Action, "delay">;

const ACTIONS: Record<Lifecycle, Simple[]> = {
  draft: ["open", "archive"],
  lobby: ["open", "close"],
  open: ["pause", "close"],
  paused: ["resume", "close"],
  closed: ["archive"],
  archived: [],
};

/** The actions that are useful in a state. The server makes the final check. */
export const actionsFor = (lifecycle: Lifecycle, published: boolean): Simple[] =>
  ACTIONS[lifecycle].filter((action) => published || action !== "open");

export const canDelay = (lifecycle: Lifecycle): boolean =>
  lifecycle === "draft" || lifecycle === "lobby";

import type { Answer, ApiError } from "../core/api";
import { call } from "../core/api";
import type { QueueAnswer } from "../core/schema_types";
import { backoffMs } from "../queue/poll";

/** The progress that is shown while entering. */
export type Step = "entering" | "working" | "again";

interface Joining {
  eventId: string;
  code?: string;
  told: (step: Step) => void;
}

interface Proof {
  challenge: string;
  nonce: string;
}

/** Retries, because the first answer at the opening may be a temporary refusal. */
const TRIES_MAX = 6;
const PASSING = ["OFFLINE", "TIMEOUT", "OVERLOADED", "TOO_MANY_REQUESTS", "TOO_MANY_JOINS",
  "LINE_FULL", "OUTCOME_UNKNOWN", "STORAGE_UNAVAILABLE"];

export const isPassing = (error: ApiError): boolean =>
  PASSING.includes(error.code) || error.status >= 502;

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const enter = ({ eventId, code }: Joining, proof?: Proof): Promise<Answer<QueueAnswer>> =>
  call("post", "/api/queue/enter", {
    body: { eventId, ...(code ? { code } : {}), ...(proof ? { proof } : {}) },
  });

async function enterWithWork(joining: Joining): Promise<Answer<QueueAnswer>> {
  joining.told("working");
  const asked = await call("get", "/api/queue/challenge", {
    query: { eventId: joining.eventId },
  });
  if (!asked.ok) return asked;
  const { challenge, difficulty } = asked.value;
  const { solve } = await import("./work");
  return enter(joining, { challenge, nonce: await solve(challenge, difficulty) });
}

async function once(joining: Joining): Promise<Answer<QueueAnswer>> {
  const visitor = await call("post", "/api/visitor", { body: {} });
  if (!visitor.ok) return visitor;
  const answer = await enter(joining);
  return !answer.ok && answer.error.status === 428 ? enterWithWork(joining) : answer;
}

/** Joins the line. A guest who has a place gets the same one. */
export async function join(joining: Joining): Promise<Answer<QueueAnswer>> {
  joining.told("entering");
  for (let tries = 1; ; tries++) {
    const answer = await once(joining);
    if (answer.ok || tries === TRIES_MAX || !isPassing(answer.error)) return answer;
    joining.told("again");
    await sleep(Math.max(answer.error.retryAfterS * 1000, backoffMs(tries, Math.random())));
  }
}

import type { Live } from "../types";

const STEPS = ["joined", "admitted", "held", "paymentStarted", "paid"] as const;
export type Step = (typeof STEPS)[number];

interface FunnelStep {
  step: Step;
  count: number;
  /** Share of the largest step: the length of the bar. */
  share: number;
  /** Share of the previous step. Null if there is none. */
  ofBefore: number | null;
}

/** Counts of the whole sale. If the server has no funnel, they are taken from its totals. */
function counts(live: Live): Record<Step, number> {
  if (live.funnel) return live.funnel;
  const { totals, payments } = live;
  return {
    joined: totals.arrived,
    admitted: totals.admitted,
    held:
      (payments?.totals.holdsBought ?? 0) + (payments?.totals.holdsEnded ?? 0) + (live.held ?? 0),
    paymentStarted: payments?.totals.requested ?? 0,
    paid: payments?.totals.bookings ?? 0,
  };
}

export function funnelOf(live: Live): FunnelStep[] {
  const known = counts(live);
  const most = Math.max(1, ...STEPS.map((step) => known[step]));
  return STEPS.map((step, index) => {
    const before = index > 0 ? known[STEPS[index - 1] as Step] : 0;
    return {
      step,
      count: known[step],
      share: known[step] / most,
      ofBefore: before > 0 ? known[step] / before : null,
    };
  });
}

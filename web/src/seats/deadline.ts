/** The next deadline that matters to the guest. */
export interface Deadline {
  kind: "hold" | "turn";
  at: number;
  frozen: boolean;
}

interface Ends {
  hold: { state: string; until: string; frozen: boolean } | null;
  keepUntil: number | null;
}

/**
 * While seats are being paid for, their own deadline does not apply. The payment page has its
 * clock.
 */
export function deadlineOf({ hold, keepUntil }: Ends): Deadline | null {
  const frozen = hold?.frozen ?? false;
  if (hold && hold.state === "held") {
    const at = Date.parse(hold.until);
    if (keepUntil === null || at <= keepUntil) return { kind: "hold", at, frozen };
  }
  if (hold?.state === "paying" || keepUntil === null) return null;
  return { kind: "turn", at: keepUntil, frozen };
}

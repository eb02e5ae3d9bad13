import { call } from "../core/api";

const keyOf = (eventId: string): string => `onsale-draw-${eventId}`;

/**
 * The commitment that this device stored before the draw. Null if there is none or storage is
 * blocked.
 */
export function notedCommitment(eventId: string): string | null {
  try {
    return localStorage.getItem(keyOf(eventId));
  } catch {
    return null;
  }
}

/** Stores the commitment while the lobby is open. The first one is kept. */
export async function noteCommitment(eventId: string): Promise<string | null> {
  const noted = notedCommitment(eventId);
  if (noted) return noted;
  const answer = await call("get", "/api/queue/order/{eventId}", { params: { eventId } });
  const commitment = answer.ok && !answer.value.drawn ? (answer.value.commitment ?? null) : null;
  try {
    if (commitment) localStorage.setItem(keyOf(eventId), commitment);
  } catch {
    return commitment;
  }
  return commitment;
}

import { call } from "../core/api";

const keyOf = (eventId: string): string => `onsale-draw-${eventId}`;

/** What this device saw before the draw, or null; also where storage is forbidden. */
export function notedCommitment(eventId: string): string | null {
  try {
    return localStorage.getItem(keyOf(eventId));
  } catch {
    return null;
  }
}

/** Notes the commitment while the lobby is open: the first that was seen is the one that counts. */
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

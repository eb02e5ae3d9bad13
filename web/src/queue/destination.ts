import { pathTo } from "../core/page";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";

/** Accepts only paths of this site. The server checks this too. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Where an admitted guest goes. Null if the line only protects another site. */
export function destinationOf(answer: QueueAnswer, event: SaleEvent): string | null {
  if (answer.redirectTo) return isOwnPath(answer.redirectTo) ? answer.redirectTo : null;
  return event.performances.length > 0 ? pathTo(`/events/${event.id}/seats`) : null;
}

import { pathTo } from "../core/page";
import type { QueueAnswer, SaleEvent } from "../core/schema_types";

/** Only paths of this site: the server checks it too, but nobody should have to rely on that. */
const isOwnPath = (path: string): boolean => /^\/(?![/\\])/.test(path);

/** Where an admitted guest goes; nowhere where the line only guards what is sold elsewhere. */
export function destinationOf(answer: QueueAnswer, event: SaleEvent): string | null {
  if (answer.redirectTo) return isOwnPath(answer.redirectTo) ? answer.redirectTo : null;
  return event.performances.length > 0 ? pathTo(`/events/${event.id}/seats`) : null;
}

import { useEventConsole } from "../change/event_console";
import type { Told } from "./findings";
import { findingsText } from "./findings";

interface FindingCellProps {
  texts: Readonly<Record<string, string>>;
  told: readonly Told[];
  /** The server's text, used if the page has no text for the code. */
  prose: string;
  /** Additional text that needs no translation. */
  after?: string | undefined;
}

/** A finding in a table, in the page's language if it has a text, otherwise in the server's. */
export function FindingCell({ texts, told, prose, after }: FindingCellProps) {
  const zone = useEventConsole().shown.value?.event.timeZone;
  const text = findingsText(texts, told, zone);
  if (text === null) return <td class="finding" lang="en">{prose}</td>;
  return <td class="finding">{after ? `${text} (${after})` : text}</td>;
}

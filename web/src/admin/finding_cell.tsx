import { useDesk } from "./desk";
import type { Told } from "./findings";
import { findingsText } from "./findings";

interface FindingCellProps {
  texts: Readonly<Record<string, string>>;
  told: readonly Told[];
  /** The server's own words, for what the page has none. */
  prose: string;
  /** What belongs to the finding and needs no words. */
  after?: string | undefined;
}

/** A finding in a table: in the page's language where it has words, else in the server's. */
export function FindingCell({ texts, told, prose, after }: FindingCellProps) {
  const zone = useDesk().shown.value?.event.timeZone;
  const text = findingsText(texts, told, zone);
  if (text === null) return <td class="finding" lang="en">{prose}</td>;
  return <td class="finding">{after ? `${text} (${after})` : text}</td>;
}

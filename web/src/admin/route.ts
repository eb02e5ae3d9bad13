/** The sections of the console, in the order of its navigation. */
export const SECTIONS = [
  "overview",
  "plots",
  "controls",
  "hall",
  "orders",
  "lists",
  "statistics",
  "preflight",
  "health",
  "audit",
] as const;

export type Section = (typeof SECTIONS)[number];

/** The parsed hash of the address: "#/demo/orders/O-ABC". */
export interface Route {
  event: string;
  section: Section;
  /** One object in the section, such as an order. Empty if none. */
  detail: string;
}

const isSection = (text: string): text is Section => SECTIONS.includes(text as Section);

function decoded(text: string | undefined): string {
  try {
    return decodeURIComponent(text ?? "");
  } catch {
    return ""; // The user typed an invalid hash, so the first screen is shown.
  }
}

export function routeOf(hash: string): Route {
  const [event, section, detail] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decoded);
  return {
    event: event ?? "",
    section: section && isSection(section) ? section : "overview",
    detail: detail ?? "",
  };
}

export function hashOf({ event, section, detail }: Route): string {
  const parts = [event, section, ...(detail ? [detail] : [])];
  return `#/${parts.map(encodeURIComponent).join("/")}`;
}

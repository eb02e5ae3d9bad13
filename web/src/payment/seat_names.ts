import { fill } from "../core/words";
import { words } from "../words/payment";

/** The parts of a hall plan that are needed here; docs/format/hall.md. */
export interface PlanNames {
  grades: readonly { id: string; name?: string }[];
  sections: readonly {
    id: string;
    name?: string;
    rows?: readonly { label?: string; seats: readonly { id: string; label?: string }[] }[];
    areas?: readonly { id: string; name?: string }[];
  }[];
}

type Section = PlanNames["sections"][number];

function rowSeat(section: Section, id: string): string | null {
  for (const row of section.rows ?? []) {
    const seat = row.seats.find((one) => one.id === id);
    if (!seat) continue;
    if (!row.label || !seat.label) return null;
    return fill(words.seatLabel, { section: section.name ?? "", row: row.label, seat: seat.label });
  }
  return null;
}

// Units of a standing area are named after it and numbered from 1.
function areaUnit(section: Section, id: string): string | null {
  for (const area of section.areas ?? []) {
    const unit = id.startsWith(`${area.id}-`) ? id.slice(area.id.length + 1) : "";
    if (!/^\d+$/.test(unit)) continue;
    const [of, within] = [section.name ?? "", area.name ?? area.id];
    return fill(words.areaLabel, { section: within.startsWith(of) ? "" : of, area: within, unit });
  }
  return null;
}

/** "Stalls row A seat 14". The id if there is no plan or it does not contain the seat. */
export function seatName(plan: PlanNames | null, id: string): string {
  for (const section of plan?.sections ?? []) {
    const found = rowSeat(section, id) ?? areaUnit(section, id);
    if (found) return found.trim();
  }
  return id;
}

export const gradeName = (plan: PlanNames | null, id: string): string =>
  plan?.grades.find((grade) => grade.id === id)?.name || id;

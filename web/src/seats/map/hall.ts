/** A plan as the server sends it; see docs/format/hall.md. */
export interface PlanSeat {
  id: string;
  label?: string;
  grade?: string;
  x: number;
  y: number;
  accessible?: boolean;
  companionOf?: string;
  restrictedView?: boolean;
  aisleAfter?: boolean;
}

export interface PlanRow {
  label?: string;
  grade?: string;
  seats: PlanSeat[];
}

interface PlanArea {
  id: string;
  name?: string;
  grade: string;
  x: number;
  y: number;
  quantity: number;
}

export interface Plan {
  name: string;
  image?: string;
  grades: { id: string; name?: string }[];
  sections: { id: string; name?: string; rows?: PlanRow[]; areas?: PlanArea[] }[];
}

export interface Grade {
  id: string;
  name: string;
}

/** A row of seats with consecutive numbers from `first` on. */
export interface Row {
  label: string;
  first: number;
  count: number;
}

/** A standing area: `count` indistinguishable places. */
export interface Area {
  id: string;
  name: string;
  grade: number;
  x: number;
  y: number;
  first: number;
  count: number;
  section: number;
}

export interface Section {
  id: string;
  name: string;
  first: number;
  count: number;
  rows: Row[];
  areas: Area[];
}

export const ACCESSIBLE = 1;
export const COMPANION = 2;
export const RESTRICTED = 4;
export const STANDING = 8;

/** A hall for drawing and lookups. Places are numbers, in the order of the plan. */
export interface Hall {
  name: string;
  grades: Grade[];
  sections: Section[];
  areas: Area[];
  places: number;
  /** For seats only; the places of areas have no position. */
  x: Float32Array;
  y: Float32Array;
  grade: Uint8Array;
  flags: Uint8Array;
  section: Uint16Array;
  ids: string[];
  labels: string[];
  numbers: Map<string, number>;
  /** The accessible seat of each companion seat, by number. */
  companionOf: Map<number, number>;
  /** The usual distance of two adjacent seats, in centimetres. */
  pitch: number;
}

const NARROWEST_PITCH = 20;
const USUAL_PITCH = 55;
const PITCHES_LOOKED_AT = 2000;

function emptyHall(plan: Plan, places: number): Hall {
  return {
    name: plan.name,
    grades: plan.grades.map(({ id, name }) => ({ id, name: name || id })),
    sections: [],
    areas: [],
    places,
    x: new Float32Array(places),
    y: new Float32Array(places),
    grade: new Uint8Array(places),
    flags: new Uint8Array(places),
    section: new Uint16Array(places),
    ids: new Array<string>(places),
    labels: new Array<string>(places),
    numbers: new Map(),
    companionOf: new Map(),
    pitch: USUAL_PITCH,
  };
}

function placesOf(plan: Plan): number {
  let places = 0;
  for (const { rows, areas } of plan.sections) {
    for (const row of rows ?? []) places += row.seats.length;
    for (const area of areas ?? []) places += area.quantity;
  }
  return places;
}

const flagsOf = (seat: PlanSeat): number =>
  (seat.accessible ? ACCESSIBLE : 0) |
  (seat.companionOf ? COMPANION : 0) |
  (seat.restrictedView ? RESTRICTED : 0);

/** Builds the model of a plan. The numbering is the same as on the server. */
export function readPlan(plan: Plan): Hall {
  const hall = emptyHall(plan, placesOf(plan));
  const gradeNumbers = new Map(plan.grades.map(({ id }, at) => [id, at]));
  const gradeOf = (id: string | undefined) => gradeNumbers.get(id ?? "") ?? 0;
  const companions: [number, string][] = [];
  let next = 0;
  const add = (id: string, label: string, grade: number, flags: number) => {
    hall.ids[next] = id;
    hall.labels[next] = label;
    hall.grade[next] = grade;
    hall.flags[next] = flags;
    hall.section[next] = hall.sections.length;
    hall.numbers.set(id, next);
    return next++;
  };
  for (const { id, name, rows, areas } of plan.sections) {
    const section: Section = { id, name: name || id, first: next, count: 0, rows: [], areas: [] };
    for (const row of rows ?? []) {
      section.rows.push({ label: row.label ?? "", first: next, count: row.seats.length });
      for (const seat of row.seats) {
        const at = add(seat.id, seat.label ?? "", gradeOf(seat.grade ?? row.grade), flagsOf(seat));
        hall.x[at] = seat.x;
        hall.y[at] = seat.y;
        if (seat.companionOf) companions.push([at, seat.companionOf]);
      }
    }
    for (const area of areas ?? []) {
      const grade = gradeOf(area.grade);
      const { x, y, quantity: count } = area;
      const own = { id: area.id, name: area.name || area.id, grade, x, y, first: next, count };
      section.areas.push({ ...own, section: hall.sections.length });
      for (let unit = 1; unit <= count; unit++) add(`${area.id}-${unit}`, "", grade, STANDING);
    }
    section.count = next - section.first;
    hall.areas.push(...section.areas);
    hall.sections.push(section);
  }
  for (const [at, id] of companions) {
    const accessible = hall.numbers.get(id);
    if (accessible !== undefined) hall.companionOf.set(at, accessible);
  }
  hall.pitch = pitchOf(hall);
  return hall;
}

/** The median distance between neighbours, so that some aisles do not matter. */
function pitchOf(hall: Hall): number {
  const distances: number[] = [];
  for (const section of hall.sections)
    for (const row of section.rows)
      for (let seat = row.first + 1; seat < row.first + row.count; seat++) {
        if (distances.length >= PITCHES_LOOKED_AT) break;
        distances.push(Math.hypot(hall.x[seat]! - hall.x[seat - 1]!, hall.y[seat]! - hall.y[seat - 1]!));
      }
  distances.sort((a, b) => a - b);
  const middle = distances[distances.length >> 1] ?? USUAL_PITCH;
  return Math.max(NARROWEST_PITCH, middle);
}

/** The row of a seat, or undefined for a standing place. */
export function rowOf(hall: Hall, seat: number): Row | undefined {
  const rows = hall.sections[hall.section[seat]!]?.rows ?? [];
  return rows.find((row) => seat >= row.first && seat < row.first + row.count);
}

export const areaOf = (hall: Hall, place: number): Area | undefined =>
  hall.areas.find((area) => place >= area.first && place < area.first + area.count);

export const hasSeats = (hall: Hall): boolean =>
  hall.sections.some((section) => section.rows.length > 0);

export const companionsOf = (hall: Hall, accessible: number): number[] =>
  [...hall.companionOf].filter(([, of]) => of === accessible).map(([companion]) => companion);

import { useEffect, useRef, useState } from "preact/hooks";

import { number } from "../../core/format";
import { fill } from "../../core/words";
import { words } from "../../words/seats";
import type { Open } from "../seat_selection";
import type { Area } from "./hall";
import { gradeName, priceText } from "./labels";
import type { Prices } from "./labels";
import { GradeMark } from "./legend";
import { freeIn } from "./seat_states";
import { Stepper } from "../stepper";

interface AreaFormProps {
  open: Open;
  area: Area;
  prices: Prices | undefined;
  chosen: number[];
  most: number;
  disabled: boolean;
  onTake: (area: Area, count: number) => void;
}

/** A form for the number of places in a standing area. */
export function AreaForm({ open, area, prices, chosen, most, disabled, onTake }: AreaFormProps) {
  const own = chosen.filter((place) => place >= area.first && place < area.first + area.count).length;
  const others = chosen.length - own;
  const free = freeIn(open.seats, area.first, area.count);
  const limit = Math.max(1, Math.min(most - others, free + own));
  const [wished, setWished] = useState(own || 1);
  const count = Math.min(wished, limit);
  const grade = open.hall.grades[area.grade]!;
  return (
    <form class="area-form" onSubmit={(event) => { event.preventDefault(); if (!disabled) onTake(area, count); }}>
      <h2><GradeMark grade={area.grade} /> {area.name}</h2>
      <p>
        {gradeName(grade.name)} <strong>{priceText(prices, grade.id)}</strong>{" "}
        <span class="soft">{free > 0 ? fill(words.areaLeft, { n: number(free) }) : words.areaGone}</span>
      </p>
      {free + own > 0 && (
        <div class="best-main">
          <Stepper label={words.quantity} value={count} most={limit} onChange={setWished} />
          <button type="submit" aria-disabled={disabled}>{fill(words.areaTake, { n: count })}</button>
        </div>
      )}
    </form>
  );
}

/** AreaForm as a dialog over the map. */
export function AreaDialog({ onClose, ...form }: AreaFormProps & { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="card" aria-label={form.area.name} onClose={onClose}>
      <AreaForm {...form} onTake={(area, count) => { form.onTake(area, count); dialog.current?.close(); }} />
      <button type="button" class="quiet whole" onClick={() => dialog.current?.close()}>{words.dismiss}</button>
    </dialog>
  );
}

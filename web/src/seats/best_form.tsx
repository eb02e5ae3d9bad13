import { useState } from "preact/hooks";

import { money } from "../core/format";
import { fill } from "../core/words";
import { words } from "../words/seats";
import type { BestWish, Open } from "./seat_selection";
import { gradeName, priceText } from "./map/labels";
import type { Prices } from "./map/labels";
import { priceSteps } from "./money";
import { Stepper } from "./stepper";

interface BestFormProps {
  open: Open;
  prices: Prices | undefined;
  most: number;
  holding: boolean;
  disabled: boolean;
  onTake: (wish: BestWish) => Promise<boolean>;
}

interface SelectProps {
  label: string;
  value: string;
  options: { value: string; text: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: SelectProps) {
  return (
    <label>
      <span class="small">{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{words.bestAny}</option>
        {options.map((one) => <option key={one.value} value={one.value}>{one.text}</option>)}
      </select>
    </label>
  );
}

/** The best seats with one tap, with optional wishes. */
export function BestForm({ open, prices, most, holding, disabled, onTake }: BestFormProps) {
  const [count, setCount] = useState(Math.min(2, most));
  const [grade, setGrade] = useState("");
  const [section, setSection] = useState("");
  const [priceMax, setPriceMax] = useState("");
  const [accessible, setAccessible] = useState(false);
  const { hall } = open;
  const seated = hall.sections.filter(({ rows }) => rows.length > 0);
  const seatedGrades = hall.grades.filter((_, at) => open.layout.shapes.some(({ area, first, count: n }) =>
    !area && hall.grade.subarray(first, first + n).includes(at)));
  const steps = priceSteps(prices, seatedGrades.map(({ id }) => id));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (disabled) return;
    void onTake({
      count,
      kind: accessible ? "accessible" : "seats",
      ...(grade ? { grades: [grade] } : {}),
      ...(section ? { section } : {}),
      ...(priceMax ? { priceMax: Number(priceMax) } : {}),
    });
  };
  return (
    <form class="card best" onSubmit={submit} aria-labelledby="best-title">
      <h2 id="best-title">{words.best}</h2>
      <div class="best-main">
        <Stepper label={words.bestCount} value={count} most={most} onChange={setCount} />
        <button type="submit" aria-disabled={disabled}>
          {count === 1 ? words.bestTakeOne : fill(words.bestTake, { n: count })}
        </button>
      </div>
      {holding && <p class="soft small">{words.bestReplaces}</p>}
      <details>
        <summary>{words.bestOptions}</summary>
        <div class="wishes">
          <Choice label={words.bestGrade} value={grade} onChange={setGrade}
            options={seatedGrades.map(({ id, name }) => ({ value: id, text: `${gradeName(name)} ${priceText(prices, id)}` }))} />
          {prices && steps.length > 1 && (
            <Choice label={words.bestPrice} value={priceMax} onChange={setPriceMax}
              options={steps.map((price) => ({ value: String(price), text: money(price, prices.currency) }))} />
          )}
          {seated.length > 1 && (
            <Choice label={words.bestSection} value={section} onChange={setSection}
              options={seated.map(({ id, name }) => ({ value: id, text: name }))} />
          )}
          <label class="check">
            <input type="checkbox" checked={accessible} onChange={(event) => setAccessible(event.currentTarget.checked)} />
            {words.bestAccessible}
          </label>
        </div>
      </details>
    </form>
  );
}

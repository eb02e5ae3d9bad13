import { useState } from "preact/hooks";

import type { ApiError } from "../core/api";
import { money } from "../core/format";
import { ErrorNotice } from "../core/page";
import { fill } from "../core/words";
import { seatsLeft } from "../payment/left";
import { words } from "../words/bookings";
import type { Preview } from "./booking";
import { paidFor } from "./booking";
import type { GiveBackEnds } from "./use_give_back";
import { useGiveBack } from "./use_give_back";

interface GiveBackProps extends GiveBackEnds {
  nameOf: (seat: string) => string;
}

interface PreviewCardProps {
  preview: Preview;
  nameOf: (seat: string) => string;
}

/** The refunded amount, the deductions with their reasons, and what happens to the seats. */
function PreviewCard({ preview, nameOf }: PreviewCardProps) {
  const amount = (value: number) => money(value, preview.currency);
  return (
    <>
      <dl class="sums">
        <div><dt>{words.paidFor}</dt><dd>{amount(paidFor(preview))}</dd></div>
        {preview.deductions.map(({ kind, seat, amount: kept }) => (
          <div key={`${kind}-${seat ?? ""}`}>
            <dt>{words.deductions[kind]}{seat && <span class="soft"> ({nameOf(seat)})</span>}</dt>
            <dd>−{amount(kept)}</dd>
          </div>
        ))}
        <div class="total"><dt>{words.getBack}</dt><dd>{amount(preview.amount)}</dd></div>
      </dl>
      {preview.deductions.length === 0 && <p class="soft">{words.noDeductions}</p>}
      <p>{words.becomes[preview.released]}</p>
    </>
  );
}

interface SeatChoiceProps {
  seats: readonly string[];
  chosen: ReadonlySet<string>;
  nameOf: (seat: string) => string;
  onChange: (chosen: ReadonlySet<string>) => void;
}

function SeatChoice({ seats, chosen, nameOf, onChange }: SeatChoiceProps) {
  const toggle = (seat: string) => {
    const next = new Set(chosen);
    if (!next.delete(seat)) next.add(seat);
    onChange(next);
  };
  return (
    <fieldset class="seat-choice">
      <legend>{words.chooseSeats}</legend>
      {seats.map((seat) => (
        <label key={seat}>
          <input type="checkbox" checked={chosen.has(seat)} onChange={() => toggle(seat)} />
          <span>{nameOf(seat)}</span>
        </label>
      ))}
    </fieldset>
  );
}

const TEXTS: Record<string, string> = {
  AMOUNT_CHANGED: words.amountChanged,
  NOT_REFUNDABLE: words.notRefundable,
  ALREADY_REFUNDED: words.alreadyBack,
};

function Problem({ error }: { error: ApiError | undefined }) {
  if (!error) return null;
  const text = TEXTS[error.code];
  return text ? <p class="note bad" role="alert">{text}</p> : <ErrorNotice error={error} />;
}

interface AgreeProps {
  preview: Preview;
  giving: boolean;
  onGive: () => void;
  onKeep: () => void;
}

function Agree({ preview, giving, onGive, onKeep }: AgreeProps) {
  const amount = money(preview.amount, preview.currency);
  return (
    <p class="more-actions">
      <button type="button" class="danger" aria-disabled={giving} onClick={() => !giving && onGive()}>
        {giving ? words.confirming : fill(words.confirm, { amount })}
      </button>
      <button type="button" class="quiet" onClick={onKeep}>{words.keep}</button>
    </p>
  );
}

/** Refunds all or some seats of a booking. The amount is shown before the button. */
export function GiveBack(props: GiveBackProps) {
  const { order, nameOf } = props;
  const left = seatsLeft(order);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(left));
  const { step, preview, give, choose } = useGiveBack(props);
  const seats = left.filter((seat) => chosen.has(seat));
  const asking = step.at === "asking";
  return (
    <details class="card give-back">
      <summary>{words.refundOpen}</summary>
      <p>{words.refundIntro}</p>
      {!("preview" in step) ? (
        <>
          <SeatChoice seats={left} chosen={chosen} nameOf={nameOf} onChange={setChosen} />
          <Problem error={step.error} />
          {seats.length === 0 && <p class="soft">{words.chooseNone}</p>}
          <button
            type="button"
            class="quiet"
            disabled={seats.length === 0}
            aria-disabled={asking}
            onClick={() => !asking && preview(seats)}
          >
            {asking ? words.previewing : words.preview}
          </button>
        </>
      ) : (
        <>
          <Problem error={step.error} />
          <p><strong>{step.preview.seats.map(nameOf).join(", ")}</strong></p>
          <PreviewCard preview={step.preview} nameOf={nameOf} />
          <Agree
            preview={step.preview}
            giving={step.at === "giving"}
            onGive={() => give(step.preview)}
            onKeep={choose}
          />
        </>
      )}
    </details>
  );
}

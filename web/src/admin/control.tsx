import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { words } from "../words/admin_controls";
import { Chip } from "./pieces";

interface LeverProps {
  name: string;
  about: string;
  /** The state now, in a word, and whether it is the usual one. */
  state: string;
  usual: boolean;
  button: string;
  onPull: () => void;
}

/** Something that is either on or off. */
export function Lever({ name, about, state, usual, button, onPull }: LeverProps) {
  return (
    <div class="control">
      <div>
        <p class="name">
          <b>{name}</b> <Chip level={usual ? "good" : "attention"}>{state}</Chip>
        </p>
        <p class="soft small">{about}</p>
      </div>
      <button type="button" class={usual ? "quiet" : ""} onClick={onPull}>
        {button}
      </button>
    </div>
  );
}

interface NumberFieldProps {
  name: string;
  about: string;
  now?: number | undefined;
  initial: number;
  min: number;
  max: number;
  button: string;
  children?: ComponentChildren;
  onSet: (value: number) => void;
}

/** A number to set; the button is dead while it is none, or the one that is set. */
export function NumberField({
  name,
  about,
  now,
  initial,
  min,
  max,
  button,
  children,
  onSet,
}: NumberFieldProps) {
  const [text, setText] = useState<string | null>(null);
  const shown = text ?? String(now ?? initial);
  const value = Number(shown);
  const usable =
    shown.trim() !== "" && Number.isInteger(value) && value >= min && value <= max && value !== now;
  const submit = (event: Event) => {
    event.preventDefault();
    if (!usable) return;
    onSet(value);
    setText(null);
  };
  return (
    <form class="control" onSubmit={submit}>
      <div>
        <label class="name">
          <b>{name}</b>
          <input
            type="number"
            inputMode="numeric"
            min={min}
            max={max}
            value={shown}
            onInput={(input) => setText(input.currentTarget.value)}
          />
        </label>
        <p class="soft small">{about}</p>
        {children}
      </div>
      <button type="submit" class="quiet" disabled={!usable}>
        {button}
      </button>
    </form>
  );
}

export const ellipsis = (title: string): string => `${title}${words.more}`;

import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { words } from "../../words/admin_controls";
import { Chip } from "../pieces";

interface ControlProps {
  /** Its name and current state. */
  head?: ComponentChildren;
  about: string;
  /** Further content below it. */
  children?: ComponentChildren;
  /** The button or form that changes it. */
  action: ComponentChildren;
}

/** One row of the controls: name and effect, and beside them the button or form. */
export function Control({ head, about, children, action }: ControlProps) {
  return (
    <div class="control">
      <div>
        {head}
        <p class="soft small">{about}</p>
        {children}
      </div>
      {action}
    </div>
  );
}

/** The texts of a change in the catalogue. */
export interface ChangeText {
  title: string;
  about: string;
}

interface LeverProps {
  name: string;
  /** The change that it would make now. */
  text: ChangeText;
  /** The current state as text, and whether it is the normal one. */
  state: string;
  usual: boolean;
  onPull: (text: ChangeText) => void;
}

/** A control with two states, on and off. */
export function Lever({ name, text, state, usual, onPull }: LeverProps) {
  const head = (
    <p class="name">
      <b>{name}</b> <Chip level={usual ? "good" : "attention"}>{state}</Chip>
    </p>
  );
  const button = (
    <button type="button" class={usual ? "quiet" : ""} onClick={() => onPull(text)}>
      {ellipsis(text.title)}
    </button>
  );
  return <Control head={head} about={text.about} action={button} />;
}

interface StopLeverProps {
  name: string;
  stopped: boolean;
  stop: ChangeText;
  start: ChangeText;
  /** The text of the stopped state. */
  stoppedWord?: string;
  onPull: (text: ChangeText) => void;
}

/** A lever that stops and starts something. */
export function StopLever({ name, stopped, stop, start, stoppedWord, onPull }: StopLeverProps) {
  return (
    <Lever
      name={name}
      text={stopped ? start : stop}
      state={stopped ? (stoppedWord ?? words.stopped) : words.running}
      usual={!stopped}
      onPull={onPull}
    />
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
  onSet: (value: number) => void;
}

/** A form for a number. The button is disabled for invalid or unchanged input. */
export function NumberField({ name, about, now, initial, min, max, button, onSet }: NumberFieldProps) {
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
  const input = { min, max, value: shown, type: "number", inputMode: "numeric" } as const;
  const field = (
    <label class="name">
      <b>{name}</b>
      <input {...input} onInput={({ currentTarget }) => setText(currentTarget.value)} />
    </label>
  );
  const set = <button type="submit" class="quiet" disabled={!usable}>{ellipsis(button)}</button>;
  return <form onSubmit={submit}><Control head={field} about={about} action={set} /></form>;
}

export const ellipsis = (title: string): string => `${title}${words.more}`;

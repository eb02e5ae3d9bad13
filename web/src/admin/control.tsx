import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

import { words } from "../words/admin_controls";
import { Chip } from "./pieces";

interface ControlProps {
  /** What it is called, and how it stands now. */
  head?: ComponentChildren;
  about: string;
  /** More that belongs to it, below. */
  children?: ComponentChildren;
  /** What moves it. */
  action: ComponentChildren;
}

/** One line of the controls: what it is and does, and beside that what moves it. */
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

/** A change as the catalogue tells it. */
export interface ChangeText {
  title: string;
  about: string;
}

interface LeverProps {
  name: string;
  /** The change that it would make now. */
  text: ChangeText;
  /** The state now, in a word, and whether it is the usual one. */
  state: string;
  usual: boolean;
  onPull: (text: ChangeText) => void;
}

/** Something that is either on or off. */
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
  /** What it is called while it is stopped. */
  stoppedWord?: string;
  onPull: (text: ChangeText) => void;
}

/** Something that runs, and can be stopped. */
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

/** A number to set; the button is dead while it is none, or the one that is set. */
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

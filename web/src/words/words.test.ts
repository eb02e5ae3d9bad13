import { describe, expect, it } from "vitest";

interface Area {
  en: object;
  ko: object;
}

const areas = import.meta.glob<Area>(["./*.ts", "!./*.test.ts"], { eager: true });

const textsOf = (tree: object, at = ""): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === "string" ? [[at + name, value]] : textsOf(value as object, `${at}${name}.`),
  );

const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1] ?? "").sort();

describe.each(Object.entries(areas))("the words of %s", (_, { en, ko }) => {
  const english = textsOf(en);
  const korean = new Map(textsOf(ko));

  it("are said in both languages", () => {
    expect([...korean.keys()].sort()).toEqual(english.map(([name]) => name).sort());
  });

  it.each(english)("%s leaves nothing empty and names the same values", (name, text) => {
    expect(text.trim()).not.toBe("");
    expect(korean.get(name)?.trim()).not.toBe("");
    expect(placeholders(korean.get(name) ?? "")).toEqual(placeholders(text));
  });
});

/** The same texts in another language: as many, by the same names. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/** Puts values where a text has {names}; {n|seat|seats} is the first word for 1, else the second. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = String(values[name] ?? whole);
    if (one === undefined) return value;
    return (value === "1" ? one : many) ?? "";
  });
}

export const language: "en" | "ko" = __LANG__;

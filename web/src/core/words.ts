/** The texts in another language, with the same keys. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Translated<T[K]> };

/**
 * Replaces {names} in a text with values. {n|seat|seats} is the first word for 1, otherwise the
 * second.
 */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:\|(.*?)\|(.*?))?\}/g, (whole, name: string, one?: string, many?: string) => {
    const value = String(values[name] ?? whole);
    if (one === undefined) return value;
    return (value === "1" ? one : many) ?? "";
  });
}

export const language: "en" | "ko" = __LANG__;

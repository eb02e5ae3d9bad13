/** A pattern for a text of the catalogue, where {places} without a value match anything. */
export function like(text: string, values: Record<string, string | number> = {}): RegExp {
  const literal = (part: string) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const parts = text.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (!name) return literal(part);
    return name in values ? literal(String(values[name])) : "[\\s\\S]+?";
  });
  return new RegExp(`^\\s*${parts.join("")}\\s*$`);
}

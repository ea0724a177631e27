/** Fills `{name}` from what is given; what is filled in is not read again. */
export function fill(text: string, params: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}

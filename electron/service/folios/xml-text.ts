/** The little XML the stamp needs: escaped text, the first element of a name, flattening. */

/** Escapes what the authority's schema wants escaped in text: ampersand and angle brackets. */
export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Text of the first element of that name, unescaped, or null. */
export function elementText(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]
  return text === undefined
    ? null
    : text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/** The first element of that name with its tags, exactly as it stands in the text, or null. */
export function elementXml(xml: string, name: string): string | null {
  return new RegExp(`<${name}(?: [^>]*)?>[\\s\\S]*?</${name}>`).exec(xml)?.[0] ?? null
}

/** Without the white space between tags: the form in which the stamp is signed. */
export function flattenXml(xml: string): string {
  return xml.replace(/>\s+</g, '><')
}

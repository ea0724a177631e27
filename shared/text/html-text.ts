/** Text inside HTML, between tags and in quoted attributes: nothing in it is read as a tag. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const htmlText = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '')

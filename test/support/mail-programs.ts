/**
 * What mail programs are known to do to an e-mail before they show it, by the tables of
 * caniemail.com, as a function that runs in a page: Gmail throws away the head, classes and ids,
 * comments, positions, flex and grid, background pictures and data: addresses; Outlook on Windows
 * draws with Word, which has no limits of width, no rounded corners and no padding but in cells.
 * Each puts the letter on a ground and in a colour of its own.
 */
export interface MailProgram {
  readonly name: string
  readonly ground: string
  readonly ink: string
  /** Inline properties that are taken away; a name stands for all that begin with it. */
  readonly withoutStyles: readonly string[]
  /** Of these tags alone padding and margin are kept; empty: of all. */
  readonly paddedTags: readonly string[]
  /** The whole page is turned round, as phones in the dark do. */
  readonly isTurned?: true
}

const NEVER = ['position', 'display: flex', 'display: grid', 'background-image', 'background-size']
const GMAIL = { withoutStyles: [...NEVER, 'float', 'transform', 'filter'], paddedTags: [] }
const WORD = {
  withoutStyles: [...NEVER, 'max-', 'min-', 'border-radius', 'box-', 'overflow', 'opacity'],
  paddedTags: ['TD', 'TABLE'],
}

export const MAIL_PROGRAMS: readonly MailProgram[] = [
  { name: 'gmail', ground: '#ffffff', ink: '#222222', ...GMAIL },
  { name: 'gmail-dark', ground: '#121212', ink: '#e8eaed', ...GMAIL },
  { name: 'gmail-turned', ground: '#ffffff', ink: '#222222', ...GMAIL, isTurned: true },
  { name: 'outlook', ground: '#ffffff', ink: '#000000', ...WORD },
  { name: 'outlook-dark', ground: '#292929', ink: '#ffffff', ...WORD },
]

/** Runs in the page that holds the whole e-mail; `pictures` by their cid, as data: addresses. */
export function showAs([program, pictures]: readonly [
  MailProgram,
  Readonly<Record<string, string>>,
]): void {
  const { ground, ink, withoutStyles, paddedTags, isTurned = false } = program
  const isTaken = (property: string, value: string) =>
    withoutStyles.some((gone) => `${property}: ${value}`.startsWith(gone)) || value.includes('url(')
  const comments = document.createNodeIterator(document.body, NodeFilter.SHOW_COMMENT)
  for (let one = comments.nextNode(); one !== null; one = comments.nextNode())
    one.parentNode?.removeChild(one)
  for (const gone of document.querySelectorAll('style, script, link, svg, form, body meta'))
    gone.remove()
  for (const one of document.body.querySelectorAll<HTMLElement>('*')) {
    one.removeAttribute('class')
    one.removeAttribute('id')
    for (const property of [...one.style])
      if (isTaken(property, one.style.getPropertyValue(property)))
        one.style.removeProperty(property)
    if (paddedTags.length > 0 && !paddedTags.includes(one.tagName)) {
      one.style.removeProperty('padding')
      one.style.removeProperty('margin')
    }
  }
  for (const picture of document.querySelectorAll('img')) {
    const from = picture.getAttribute('src') ?? ''
    const part = pictures[from.replace(/^cid:/, '')]
    if (from.startsWith('cid:') && part !== undefined) picture.src = part
    else picture.removeAttribute('src')
  }
  // The head is the program's own: no word of the letter about colours is heard.
  document.head.replaceChildren()
  const { style } = document.documentElement
  style.cssText = `background:${ground};color:${ink};font:13px Arial;${isTurned ? 'filter:invert(1)' : ''}`
  document.body.removeAttribute('style')
  document.body.style.margin = '0'
}

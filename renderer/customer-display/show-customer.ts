/** Draws what the customer sees. Nothing on this page can be pressed. */
import type { CustomerScreen } from '#shared/devices/contract.ts'
import type { ChargedDocument, CustomerLine, CustomerView } from '#shared/devices/customer-view.ts'
import { fill } from '#shared/languages/fill.ts'
import { formatClp, type Clp } from '#shared/money/clp.ts'
import { formatQuantity, ONE_MILLI } from '#shared/money/quantity.ts'
import type { display } from '../i18n/es/display.ts'
import type { ScreenCode } from '#shared/delivery/phone-page.ts'
import { codePath } from '../kit/code-path.ts'
import styles from './customer.module.css'

type Texts = { readonly [Word in keyof typeof display]: string }
/** Not the counter's: the customer waits for no word of it. */
const PACKS = import.meta.glob<Texts>('../i18n/*/display.ts', { eager: true, import: 'display' })
type Sale = Extract<CustomerView, { readonly kind: 'sale' }>
type Thanks = Extract<CustomerView, { readonly kind: 'thanks' }>

/** The list of languages brings the core's words, which nobody waits for who only reads totals. */
function textsIn(language: string): Texts {
  const texts = PACKS[`../i18n/${language}/display.ts`]
  if (texts === undefined) throw new Error(`the customer's screen has no words in «${language}»`)
  return texts
}

export function showCustomer(root: HTMLElement) {
  const page = document.documentElement
  // As the page is written, and not read from it again: a browser's translator writes there.
  let language = page.lang
  let countAgain = () => {}
  window.addEventListener('resize', () => countAgain())
  return (screen: CustomerScreen | null, picture: string | null): void => {
    // Without a core it speaks as before.
    language = screen?.language ?? language
    page.lang = language
    const texts = textsIn(language)
    const view = screen?.view ?? { kind: 'idle' }
    const shopName = screen?.shopName ?? ''
    const aside = () => brand(shopName, picture)
    root.className = styles.screen ?? ''
    root.dataset['view'] = view.kind
    if (view.kind === 'idle') root.replaceChildren(idle(shopName, picture, texts))
    else if (view.kind === 'thanks') root.replaceChildren(thanks(view, texts, aside()))
    else root.replaceChildren(lines(view, texts), sums(view, texts, aside()))
    countAgain = view.kind === 'sale' ? () => tellEarlier(root, view, texts) : () => {}
    countAgain()
  }
}

function idle(shopName: string, picture: string | null, texts: Texts): HTMLElement {
  return part('section', styles.idle, [
    ...(picture === null ? [] : [image(picture, shopName, styles.picture)]),
    part('h1', styles.shop, [shopName]),
    part('p', styles.welcome, [texts.welcome]),
  ])
}

/** How many are not to be seen is known once they are drawn, and changes with the screen. */
function tellEarlier(root: HTMLElement, { earlierLines }: Sale, texts: Texts): void {
  const list = root.querySelector('ul')
  const words = root.querySelector<HTMLElement>(`.${styles.earlier}`)
  if (list === null || words === null) return
  words.hidden = false
  const { top } = list.getBoundingClientRect()
  const above = [...list.children].filter((line) => line.getBoundingClientRect().top < top - 1)
  const count = earlierLines + above.length
  words.textContent = fill(texts.earlier, { count: String(count) })
  words.hidden = count === 0
}

function lines({ lines: shown }: Sale, texts: Texts): HTMLElement {
  return part('section', styles.goods, [
    part('p', styles.earlier, []),
    part(
      'ul',
      styles.lines,
      shown.map((line) => lineOf(line, texts)),
    ),
  ])
}

function lineOf(line: CustomerLine, texts: Texts): HTMLElement {
  const each = fill(texts.each, {
    quantity: formatQuantity(line.quantity),
    unit: line.unit ?? '',
    price: formatClp(line.unitGrossClp),
  }).replace('  ', ' ')
  const name = [
    part('span', styles.name, [line.name]),
    ...(line.quantity === ONE_MILLI ? [] : [part('span', styles.each, [each])]),
    ...(line.offers === '' ? [] : [part('span', styles.each, [line.offers])]),
  ]
  return part('li', styles.line, [
    part('span', styles.words, name),
    part('span', styles.price, [formatClp(line.totalClp)]),
  ])
}

function sums(view: Sale, texts: Texts, aside: HTMLElement): HTMLElement {
  const { totalClp, tipClp, discountClp, offersClp, paid } = view
  return part('section', styles.sums, [
    aside,
    part('div', styles.money, [
      ...(offersClp > 0 ? [amount(texts.saved, -offersClp as Clp, styles.small)] : []),
      ...(discountClp > 0 ? [amount(texts.discount, -discountClp as Clp, styles.small)] : []),
      ...(tipClp > 0 ? [amount(texts.tip, tipClp, styles.small)] : []),
      amount(texts.total, (totalClp + tipClp) as Clp, styles.total),
      ...(paid === null ? [] : [amount(texts.tendered, paid.tenderedClp, styles.small)]),
      ...(paid === null ? [] : [amount(texts.change, paid.changeClp, styles.change)]),
    ]),
  ])
}

/** The change, where there is any, is what the customer counts. */
function thanks(view: Thanks, texts: Texts, aside: HTMLElement): HTMLElement {
  const { totalClp, tenderedClp, changeClp, savedClp, document, code } = view
  const said = documentWords(document, texts)
  const words = part('div', styles.thankedFor, [
    aside,
    part('h1', styles.thanked, [texts.thanks]),
    part('div', styles.money, [
      amount(texts.total, totalClp, styles.total),
      ...(savedClp > 0 ? [amount(texts.savedNow, savedClp, styles.small)] : []),
      ...(changeClp > 0
        ? [
            amount(texts.tendered, tenderedClp, styles.small),
            amount(texts.change, changeClp, styles.total),
          ]
        : []),
    ]),
    ...(said === '' ? [] : [part('p', styles.label, [said])]),
  ])
  const beside = code === null ? [] : [pageCode(code, texts.scan)]
  return part('section', styles.thanks, [words, ...beside])
}

function documentWords(document: ChargedDocument, texts: Texts): string {
  if (document.kind === 'coming') return ''
  if (document.kind !== 'issued') return texts[document.kind]
  return fill(texts.issued, { document: document.name, folio: String(document.folio) })
}

const SVG = 'http://www.w3.org/2000/svg'

/** Dark on light, whatever the screen's colours are. */
function pageCode(code: ScreenCode, words: string): HTMLElement {
  const { viewBox, path } = codePath(code)
  const picture = document.createElementNS(SVG, 'svg')
  picture.setAttribute('viewBox', viewBox)
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', words)
  const dark = document.createElementNS(SVG, 'path')
  dark.setAttribute('d', path)
  picture.append(dark)
  const made = part('div', styles.code, [])
  made.append(picture, part('p', styles.label, [words]))
  return made
}

function brand(shopName: string, picture: string | null): HTMLElement {
  return part('header', styles.brand, [
    ...(picture === null ? [] : [image(picture, '', styles.logo)]),
    part('p', styles.brandName, [shopName]),
  ])
}

function amount(name: string, amountClp: Clp, className: string | undefined): HTMLElement {
  return part('p', className, [
    part('span', styles.label, [name]),
    part('strong', undefined, [formatClp(amountClp)]),
  ])
}

function image(address: string, name: string, className: string | undefined): HTMLImageElement {
  const made = document.createElement('img')
  made.src = address
  made.alt = name
  if (className !== undefined) made.className = className
  return made
}

function part(
  tag: keyof HTMLElementTagNameMap,
  className: string | undefined,
  inside: readonly (Node | string)[],
): HTMLElement {
  const made = document.createElement(tag)
  if (className !== undefined) made.className = className
  made.append(...inside)
  return made
}

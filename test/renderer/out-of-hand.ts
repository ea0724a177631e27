/** Each runs in the page: what a hand or an eye does not get at. */

/** What a finger or the mouse cannot get at, also after scrolling to it; all is put back then. */
export function findUnreachable(): string[] {
  const before = [...document.querySelectorAll('*')].flatMap((element) =>
    element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth
      ? [{ element, top: element.scrollTop, left: element.scrollLeft }]
      : [],
  )
  const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
  const targets = [
    ...scope.querySelectorAll<HTMLElement>(
      'button, a[href], input:not([type=file]), textarea, [role=option], [role=row]',
    ),
  ]
  const found = targets.flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true })) return []
    if (target.closest('[aria-hidden=true]') !== null) return []
    const label = target.closest('label')
    // A switch or a choice is drawn by its label; its own box is for screen readers.
    const shown = target.matches('[type=checkbox], [type=radio]') ? label : target
    if (shown === null || shown.getBoundingClientRect().width <= 2) return []
    // As far as a hand scrolls that wants it: clear of what stays at the edges.
    shown.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const name =
      `${target.dataset['testid'] ?? ''} ${(target.getAttribute('aria-label') ?? target.textContent ?? '').slice(0, 40)}`.trim() ||
      target.outerHTML.slice(0, 80)
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
      return [
        `cut off: ${name} ${Math.round(left)},${Math.round(top)} to ${Math.round(right)},${Math.round(bottom)}`,
      ]
    }
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
    // A switch is its label: what is drawn in it takes the finger for it.
    const isHit =
      hit !== null &&
      (shown.contains(hit) || hit.contains(shown) || (label !== null && label.contains(hit)))
    return isHit ? [] : [`covered: ${name} by ${hit?.className ?? 'nothing'}`]
  })
  for (const { element, top, left } of before) element.scrollTo({ top, left, behavior: 'instant' })
  return found
}

/** Screens that reach beyond their window at its side. */
export function findWide(): string[] {
  return [document.documentElement, document.body, ...document.querySelectorAll('main')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ tagName, scrollWidth, clientWidth }) => `${tagName} ${scrollWidth} > ${clientWidth}`)
}

/** The bar at the foot, where nobody has opened it, in more than a row. */
export function findTallBar(): string[] {
  const row = document.querySelector('footer > [class*="indicators"]:not([data-open])')
  const height = row?.parentElement?.getBoundingClientRect().height ?? 0
  const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize)
  return height > 3.4 * remPx ? [`the bar at the foot is ${height} px high`] : []
}

/** What a finger is meant to hit and is too small for it. */
export function findSmallTargets(fingerPx: number): string[] {
  const targets = document.querySelectorAll<HTMLElement>(
    'button, a[href], [role=button], [role=option], input:not([type=radio], [type=checkbox], [type=file]), textarea, label:has(input)',
  )
  // Cut to a pixel by what holds it: only for screen readers.
  const isForEyes = (element: Element | null): boolean =>
    element === null ||
    (element.getBoundingClientRect().width > 2 && isForEyes(element.parentElement))
  return [...targets].flatMap((target) => {
    const { width, height } = target.getBoundingClientRect()
    // Half a pixel: the page may be scaled.
    const isSmall = width < fingerPx - 0.5 || height < fingerPx - 0.5
    return isSmall && isForEyes(target) && target.checkVisibility({ visibilityProperty: true })
      ? [
          `small target: ${target.dataset['testid'] ?? target.textContent} ${Math.round(width)} x ${Math.round(height)}`,
        ]
      : []
  })
}

/** Words that stop before their end: in two lines below, else at the side. */
export function findCutWords(): string[] {
  const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
  return [...scope.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const { overflowX, webkitLineClamp } = getComputedStyle(element)
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
    const isClamped = webkitLineClamp !== 'none'
    // Cut to a pixel it is for screen readers; what scrolls is not cut.
    if (clientWidth <= 4 || element.matches('input, textarea')) return []
    if (overflowX !== 'hidden' && !isClamped) return []
    if (![...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)) return []
    if (!element.checkVisibility({ visibilityProperty: true })) return []
    const isCut = scrollWidth > clientWidth + 1 || (isClamped && scrollHeight > clientHeight + 2)
    return isCut ? [`cut: ${element.textContent} ${scrollWidth} > ${clientWidth}`] : []
  })
}

/** What moves though whoever looks asked for calm. */
export function findMoving(): string[] {
  return document.getAnimations().flatMap(({ effect }) => {
    const target = effect instanceof KeyframeEffect ? effect.target?.className : ''
    return Number(effect?.getTiming().duration) > 10 ? [`moves: ${target}`] : []
  })
}

/** Words broken in their middle, and what a key says in two lines. */
export function findBroken(): string[] {
  // A tile or a row of a list says more than a key, and a way to pay has the name its shop gave it.
  const KEYS =
    'button:is([class*="_button_"], [class*="_preset_"]):not([class*="_method_"], [class*="_way_"])'
  const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  const broken: string[] = []
  const range = document.createRange()
  const linesFrom = (node: Node, from: number, to: number) => {
    range.setStart(node, from)
    range.setEnd(node, to)
    return new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom))).size
  }
  while (walker.nextNode()) {
    const node = walker.currentNode
    const around = node.parentElement
    const text = node.textContent ?? ''
    if (around?.checkVisibility({ visibilityProperty: true }) !== true) continue
    if (around.getBoundingClientRect().width <= 4) continue
    const isOnKey = around.closest(KEYS) !== null
    if (isOnKey && linesFrom(node, 0, text.length) > 1) broken.push(`two lines: ${text}`)
    // Letters alone: what has figures, dots or hyphens in it is a code or an address.
    for (const { 0: word, index } of text.matchAll(/\p{L}+/gu))
      if (linesFrom(node, index, index + word.length) > 1) broken.push(`broken: ${word} in ${text}`)
  }
  return broken
}

/** What stands in a row, or on a key, and goes on beyond its edge. */
export function findSpilled(): string[] {
  const scope = document.querySelector('[role=dialog], [role=alertdialog]') ?? document.body
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT)
  const spilled: string[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.trim() ?? ''
    const around = node.parentElement
    const holder = around?.closest('li, button, [role=row], [role=option]') ?? null
    if (text === '' || around === null || holder === null) continue
    if (!around.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue
    // Cut to a pixel it is for screen readers.
    if (around.getBoundingClientRect().width <= 4) continue
    const words = document.createRange()
    words.selectNodeContents(node)
    const [at, box] = [words.getBoundingClientRect(), holder.getBoundingClientRect()]
    // The line is higher than its letters.
    if (at.top < box.top - 3 || at.bottom > box.bottom + 3) spilled.push(`spilled: ${text}`)
  }
  return spilled
}

/** The public page as a browser gets it: for a phone first, without a script. */
import { hash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { PageFacts } from './page-facts.ts'
import { namedInvoice } from '#shared/languages/document-words.ts'
import { wordsOf } from '#shared/languages/core-words.ts'
import { localeOf, type Language } from '#shared/languages/languages.ts'

type Html = ReturnType<typeof html>

/** `pdfPath`: where the PDF is, beside the page. */
export function documentPage(facts: PageFacts, language: Language, pdfPath: string): Html {
  const words = wordsOf(language).receiptPage
  const { name, text } = words.states[facts.state]
  const title = [
    facts.documentName,
    facts.folio === null ? '' : `${words.folio}\u00a0${facts.folio}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
  return frame(
    language,
    title,
    html`${facts.logo === null ? '' : html`<img class="logo" src="${facts.logo}" alt="">`}<p class="shop">${facts.issuerName}<br><small>${facts.issuerTaxNumber}</small></p>
${facts.isThanked ? html`<p class="thanks">${words.thanks}</p>` : ''}
<p class="total">${facts.total.label}<strong>${facts.total.value}</strong>${facts.saved === null ? '' : html`<b>${facts.saved}</b>`}</p>
<h1>${title}</h1><p class="date">${facts.date}</p>
<p class="state ${facts.state}"><b>${name}</b> ${text}</p>
${facts.isTest ? html`<p class="test">${words.test}</p>` : ''}
${
  facts.hasPdf
    ? html`<p class="keys"><a href="${pdfPath}">${namedInvoice(words.openPdf, facts.documentType, wordsOf(language))}</a><a href="${pdfPath}" download>${words.savePdf}</a></p>`
    : ''
}
<ul>${facts.lines.map(({ text: line, detail, sum }) => html`<li><span>${line}<small>${detail}</small></span><b>${sum}</b></li>`)}</ul>
<dl>${facts.totals.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}${
      facts.credited === null
        ? ''
        : html`<div><dt>${words.credited}</dt><dd>${facts.credited}</dd></div>`
    }</dl>`,
  )
}

/** One answer for what never was, what is over and what the service does not know yet. */
export function nothingPage(language: Language): Html {
  const { title, bought, copied } = wordsOf(language).receiptPage.nothing
  return frame(language, title, html`<h1>${title}</h1><p>${bought}</p><p>${copied}</p>`)
}

export function saidPage(language: Language, text: string): Html {
  return frame(language, text, html`<p>${text}</p>`)
}

function frame(language: Language, title: string, body: Html): Html {
  return html`<!doctype html>
<html lang="${localeOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer"><meta name="color-scheme" content="light dark">
<title>${title}</title><style>${raw(STYLE)}</style></head><body><main>${body}</main></body></html>`
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1b2430;--soft:#5a6672;--paper:#fff;--back:#eef1f4;--line:#dfe3e8;--key:#12324a;--on:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e8edf2;--soft:#a9b4bf;--paper:#18212b;--back:#0f151c;--line:#2c3947;--key:#9fd3ff;--on:#0f151c}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:17px/1.45 system-ui,sans-serif}
main{max-width:30rem;margin:0 auto;padding:1.25rem;min-height:100vh;background:var(--paper);overflow-wrap:anywhere}
h1{font-size:1.35rem;line-height:1.25;margin:.25rem 0}small{display:block;color:var(--soft);font-size:.85rem}
.shop{margin:0;font-weight:600}.shop small{font-weight:400}.date{margin:0 0 1rem;color:var(--soft)}
.state{border-left:.4rem solid var(--soft);padding:.5rem .75rem;background:var(--back)}.state b{display:block}
.issued{border-color:#12734a}.inProcess,.beingIssued{border-color:#b7791f}.rejected,.cancelled,.credited{border-color:#b3261e}
.logo{display:block;max-width:min(12rem,70%);max-height:5rem;margin:0 0 1rem;padding:.5rem;border-radius:.4rem;background:#fff}
.thanks{margin:.75rem 0 0}.total{margin:.75rem 0 1.25rem;color:var(--soft)}.total strong,.total b{display:block;color:var(--ink)}
.total strong{font-size:clamp(1.6rem,11vw,3rem);line-height:1.15;font-variant-numeric:tabular-nums}
.test{border:2px dashed var(--soft);padding:.5rem;text-align:center;font-weight:600}
ul{list-style:none;margin:1rem 0 0;padding:0}li,dl div{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0;border-top:1px solid var(--line)}
li b,dd{white-space:nowrap;font-variant-numeric:tabular-nums}dl{margin:0 0 1rem;border-top:2px solid var(--line)}dd{margin:0;font-weight:600}
.keys a{display:block;margin:.75rem 0;padding:.9rem;border:2px solid var(--key);border-radius:.6rem;text-align:center;text-decoration:none;font-weight:600;color:var(--key)}
.keys a:first-child{background:var(--key);color:var(--on)}`

/** This very style and a logo inside the page: no script, no frame, nothing from elsewhere. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  'img-src data:',
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

/**
 * The least that a counter is, as a process of its own: a page with a field and a list, results of
 * a text without a search, and a pay key that makes one FULL commit. What it takes is the machine's
 * and the browser's.
 */
import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AddressInfo } from 'node:net'
import Database from 'better-sqlite3'

/** F12 to pay and Enter again for the next sale, as at the till. */
const PAGE = `<input data-testid="search" autofocus><ul></ul><ol></ol><main></main><script>
  const field = document.querySelector('input')
  const show = (where, items) =>
    document.querySelector(where).replaceChildren(
      ...items.map(([testId, text]) => {
        const line = document.createElement(where === 'main' ? 'p' : 'li')
        line.dataset.testid = testId
        line.textContent = text
        return line
      }),
    )
  const ask = (name, input) =>
    fetch('/trpc/' + name, { method: 'POST', body: JSON.stringify(input) })
      .then((found) => found.json())
  let paying = false
  addEventListener('keydown', async ({ key }) => {
    if (key === 'F12') {
      paying = true
      show('main', [['confirm-payment', '']])
    } else if (key === 'Escape') field.value = ''
    else if (key === 'Enter' && paying) {
      paying = false
      await ask('commitSale', {})
      show('main', [['change', '0']])
    } else if (key === 'Enter' && field.value !== '') {
      show('ul', [['cart-line', field.value]])
      field.value = ''
    } else if (key === 'Enter') show('main', [])
  })
  field.addEventListener('input', async () => {
    if (!/[^0-9]/.test(field.value)) return
    const found = await ask('searchProducts', { text: field.value })
    show('ol', found.map((name) => ['result', name]))
  })
</script>`
const RESULTS = Array.from({ length: 24 }, (_, at) => `Leche Colun ${at} l`)
const SALE = 'x'.repeat(4_000)

const folder = mkdtempSync(join(tmpdir(), 'meson-bare-counter-'))
const db = new Database(join(folder, 'bare.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec('CREATE TABLE sale (body TEXT) STRICT')
const insert = db.prepare('INSERT INTO sale VALUES (?)')
const server = createServer((asked, answer) => {
  if (asked.url === '/') return answer.setHeader('content-type', 'text/html').end(PAGE)
  if (asked.url === '/trpc/commitSale') insert.run(SALE)
  return answer.end(JSON.stringify(RESULTS))
})
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }),
)
process.once('disconnect', () => {
  rmSync(folder, { recursive: true, force: true })
  process.exit(0)
})

/** Tills that sell through whichever process answers, and ask again until a receipt is issued. */
import { setTimeout as sleep } from 'node:timers/promises'
import { receiptOfToday } from '../integration/service-receipts.ts'

const ASK_AGAIN_MS = 100
const ANSWER_TIMEOUT_MS = 10_000
const bread = { name: 'Pan', unitGrossClp: 1990 }

export interface SellingOrder {
  readonly tills: number
  readonly receiptsEach: number
  /** Sells under other references than before. */
  readonly name?: string
}

/** Answers the id of the document of each reference, as a process acknowledged it. */
export async function sellAll(
  { tills, receiptsEach, name = 'T' }: SellingOrder,
  urls: readonly string[],
  key: string,
): Promise<ReadonlyMap<string, string>> {
  const acknowledged = new Map<string, string>()
  const sell = async (till: number) => {
    for (let index = 0; index < receiptsEach; index += 1) {
      const reference = `${name}${till}-${index}`
      const body = JSON.stringify(receiptOfToday(reference, [bread]))
      acknowledged.set(reference, await issue(body, (turn) => urlOf(urls, till + turn), key))
    }
  }
  await Promise.all(Array.from({ length: tills }, (_, till) => sell(till)))
  return acknowledged
}

async function issue(body: string, url: (turn: number) => string, key: string): Promise<string> {
  for (let turn = 0; ; turn += 1) {
    const id = await ask(url(turn), body, key)
    if (id !== null) return id
    await sleep(ASK_AGAIN_MS)
  }
}

/** Null when there was no answer, or one that says to ask again. */
async function ask(url: string, body: string, key: string): Promise<string | null> {
  let response: Response
  let text: string
  try {
    response = await fetch(`${url}/api/invoices`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body,
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    text = await response.text()
  } catch {
    return null
  }
  if (response.status >= 500) return null
  const answer = JSON.parse(text) as { id?: string; document_id?: string }
  const id = response.status === 201 ? answer.id : answer.document_id
  if (id === undefined) throw new Error(`${response.status}: ${text}`)
  return id
}

function urlOf(urls: readonly string[], turn: number): string {
  return urls[turn % urls.length] ?? ''
}

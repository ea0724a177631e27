/** As the hub of a place: the words its tills left for each other, each kept once by its id. */
import {
  HUB_WORDS_MAX,
  HUB_WORDS_OF_ONE_MAX,
  type HubNews,
  type HubNewsAsked,
  type HubWord,
  wordsThatFit,
} from '#shared/fleet/hub-news-contract.ts'
import type { TillDatabase } from '../../kernel/database.ts'

export type HubBoard = (
  tillId: string,
  asked: HubNewsAsked['words'],
) => Pick<HubNews, 'words' | 'words_seq'>

export function createHubBoard(db: TillDatabase): HubBoard {
  const put = db.prepare(
    'INSERT OR IGNORE INTO fleet_hub_word (word_id, till_id, word_json) VALUES (?, ?, ?)',
  )
  const count = db
    .prepare<[string], number>('SELECT count(*) FROM fleet_hub_word WHERE till_id = ?')
    .pluck()
  const forget = db.prepare('DELETE FROM fleet_hub_word WHERE till_id = ?')
  const news = db.prepare<[number, string], { readonly seq: number; readonly word: string }>(
    `SELECT seq, word_json AS word FROM fleet_hub_word WHERE seq > ? AND till_id <> ?
      ORDER BY seq LIMIT ${HUB_WORDS_MAX}`,
  )
  return db.transaction((tillId: string, asked: HubNewsAsked['words']) => {
    if (asked === null) {
      // It says them to the service itself, whose word reaches the others.
      forget.run(tillId)
      return { words: [], words_seq: 0 }
    }
    const room = HUB_WORDS_OF_ONE_MAX - (count.get(tillId) ?? 0)
    for (const word of asked.said.slice(0, Math.max(0, room)))
      put.run(word.word_id, tillId, JSON.stringify(word))
    const rows = wordsThatFit(news.all(asked.after, tillId), ({ word }) => word)
    return {
      words: rows.map(({ word }) => JSON.parse(word) as HubWord),
      words_seq: rows.at(-1)?.seq ?? asked.after,
    }
  }).immediate
}

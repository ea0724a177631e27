/** Asked over HTTP: of the service, about the hub of this till's place; of the hub, what is new. */
import { hubAnswer, type HubAnswer, type HubAsked } from '#shared/fleet/hub-contract.ts'
import {
  HUB_NEWS_PATH,
  hubNewsAnswer,
  type HubNews,
  type HubNewsAsked,
} from '#shared/fleet/hub-news-contract.ts'
import type { HttpPort } from '../../kernel/ports.ts'
import { createAsking, type Answer } from '../fleet-client.ts'
import { asTill, type TillCredentials } from '../../settings/own-key.ts'

/** On one wire it is there at once, or not. */
const NEWS_TIMEOUT_MS = 5_000

export const createHubVisiting = (http: HttpPort) => {
  const ask = createAsking(http)
  return (body: HubAsked, as: TillCredentials, signal: AbortSignal): Answer<HubAnswer> =>
    ask(hubAnswer, { method: 'POST', path: '/api/fleet/hub', body, signal, ...asTill(as) })
}

export const createHubNews = (http: HttpPort) => {
  const ask = createAsking(http)
  return (body: HubNewsAsked, signal: AbortSignal): Answer<HubNews> =>
    ask(hubNewsAnswer, {
      ...{ method: 'POST', path: HUB_NEWS_PATH, body, signal, timeoutMs: NEWS_TIMEOUT_MS },
    })
}

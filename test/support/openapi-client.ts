/**
 * The interface's types, made from its own description: `node test/support/openapi-client.ts`
 * writes them anew after a route has changed.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import { startInProcess } from '../integration/service-in-process.ts'
import { ROOT } from './source-files.ts'

export const TYPES_FILE = join(ROOT, 'resources/service/server/openapi.d.ts')
const HEAD =
  '// Made by test/support/openapi-client.ts from /openapi.json: not to be written by hand.\n'

export async function describedInterface(): Promise<string> {
  const world = await startInProcess()
  try {
    const answer = await world.service.handle(new Request('http://127.0.0.1/openapi.json'))
    return await answer.text()
  } finally {
    await world.close()
  }
}

export async function typesOf(document: string): Promise<string> {
  return `${HEAD}${astToString(await openapiTS(document))}`
}

if (import.meta.filename === process.argv[1])
  writeFileSync(TYPES_FILE, await typesOf(await describedInterface()))

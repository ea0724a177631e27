/**
 * `npm run dev`: the screen with hot reload over a running core. Arguments go to the till: `npm run
 * dev -- --data DIR`.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { z } from 'zod'

const here = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const readyLine = z.object({ ready: z.literal('till'), url: z.url() })

const core = spawn(
  process.execPath,
  [here('electron/kiosk/start.js'), '--no-open', ...process.argv.slice(2)],
  { stdio: ['ignore', 'pipe', 'inherit'] },
)
core.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => core.kill(signal))

for await (const line of createInterface({ input: core.stdout })) {
  const ready = readyLine.safeParse(parse(line))
  if (!ready.success) {
    process.stdout.write(`${line}\n`)
    continue
  }
  const { origin, hash } = new URL(ready.data.url)
  // The core wants its own Host and Origin; the page of this server borrows them, on this machine
  // only.
  const toCore = { target: origin, changeOrigin: true, headers: { origin } }
  const server = await createServer({
    configFile: false,
    root: here('renderer'),
    plugins: [react()],
    resolve: { alias: { '#shared': here('shared') } },
    server: {
      host: '127.0.0.1',
      fs: { allow: [here('.')] },
      proxy: { '/trpc': toCore, '/paper': toCore },
    },
  })
  await server.listen()
  process.stdout.write(`${server.resolvedUrls?.local[0] ?? ''}${hash}\n`)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

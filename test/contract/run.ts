/**
 * `npm run test:contract -- --url http://host --key KEY [--issuer 76192083-9] [--company ID] [--member-key KEY]`: the
 * contract suite against any service. Without --url it starts this project's own service and uses its demo data.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { values } = parseArgs({
  options: {
    url: { type: 'string' }, key: { type: 'string' }, issuer: { type: 'string' }, company: { type: 'string' },
    'member-key': { type: 'string' },
  },
})
const env = {
  ...process.env,
  ...(values.url === undefined ? {} : { CONTRACT_URL: values.url }),
  ...(values.key === undefined ? {} : { CONTRACT_KEY: values.key }),
  ...(values.issuer === undefined ? {} : { CONTRACT_ISSUER: values.issuer }),
  ...(values.company === undefined ? {} : { CONTRACT_COMPANY: values.company }),
  ...(values['member-key'] === undefined ? {} : { CONTRACT_MEMBER_KEY: values['member-key'] }),
}
const { status } = spawnSync(process.execPath, [
  'node_modules/vitest/vitest.mjs', 'run', '--config', 'test/config/vitest.config.ts', '--project', 'house', 'test/contract',
], { cwd: root, stdio: 'inherit', env })
process.exitCode = status ?? 1

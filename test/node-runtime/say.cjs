// Run by `npm ci` under the Node it has put in place, or the machine's own: plain JavaScript, so that
// any Node can say what it lacks.
const [WANTED_NODE, WANTED_NPM] = [24, 11]
const major = (version) => Number.parseInt(version, 10)
const asked = process.env.npm_config_user_agent ?? ''
const versionOf = (program, unknown) =>
  new RegExp(`\\b${program}/v?(\\S+)`).exec(asked)?.[1] ?? unknown

const runs = process.versions.node
const [npmsNode, npm] = [versionOf('node', runs), versionOf('npm', `${WANTED_NPM}`)]
if (major(runs) === WANTED_NODE && major(npmsNode) !== WANTED_NODE)
  console.log(
    `npm runs on Node ${npmsNode}; every script of the till on Node ${runs}, which has come with its packages.`,
  )
// An older npm leaves its files out.
else if (major(runs) !== WANTED_NODE && major(npm) < WANTED_NPM)
  console.log(
    `This machine lacks Node ${WANTED_NODE}: it has ${runs}, and npm ${npm} cannot bring it; say npx npm@${WANTED_NPM} ci.`,
  )
else if (major(runs) !== WANTED_NODE)
  console.log(
    `This machine lacks Node ${WANTED_NODE}: it has ${runs}, and none comes with the packages for ` +
      `${process.platform} ${process.arch}; install it from nodejs.org, then say npm ci again.`,
  )

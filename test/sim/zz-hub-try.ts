import { findSabotage } from './fleet-sabotage.ts'
for (const rule of ['a hub gives its word once', 'a term is over once every till has left it'])
  console.log(rule, '->', await findSabotage(rule, 'each-change'))

/** The customer's screen: a page of its own that only shows. */
import './bridge/no-eval.ts'
import { askCore } from './customer-display/ask-core.ts'
import { followCore } from './customer-display/follow-core.ts'
import { showCustomer } from './customer-display/show-customer.ts'
import './styles/tokens.css'
import './styles/base.css'

const root = document.getElementById('root')
if (root === null) throw new Error('customer.html has no root')
const ask = askCore(location, sessionStorage, (path) => history.replaceState(null, '', path))
void followCore({
  ask,
  show: showCustomer(root),
  rest: (delayMs) => new Promise((resolve) => setTimeout(resolve, delayMs)),
})

import { sellingRefusals } from './selling.ts'
import { goodsRefusals } from './goods.ts'
import { paymentRefusals } from './payment.ts'
import { staffRefusals } from './staff.ts'
import { peopleRefusals } from './people.ts'
import { papersRefusals } from './papers.ts'
import { returnsRefusals } from './returns.ts'
import { serviceRefusals } from './service.ts'
import { supportRefusals } from './support.ts'
import { updateRefusals } from './updates.ts'
import { guideRefusals } from './guide.ts'
import { mailRefusals } from './mail.ts'
import { tillsRefusals } from './tills.ts'
import { joined } from '../../core/joined.ts'
import { needs } from './needs.ts'
import { notes } from './notes.ts'
import { lostParts } from './lost-parts.ts'
import { receiptPage } from './receipt-page.ts'
import { alarms } from './alarms.ts'

/** The core's words in Chilean Spanish: what is wrong, and the way out. */
export const words = {
  refusals: joined(
    sellingRefusals,
    goodsRefusals,
    paymentRefusals,
    staffRefusals,
    peopleRefusals,
    papersRefusals,
    returnsRefusals,
    serviceRefusals,
    supportRefusals,
    updateRefusals,
    guideRefusals,
    mailRefusals,
    tillsRefusals,
  ),
  notes,
  needs,
  receiptPage,
  alarms,
  lost: lostParts,
}

/** What every pack of the core's words has: a text that is missing in one does not compile. */
export type CoreWords = typeof words

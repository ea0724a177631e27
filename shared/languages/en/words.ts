import { joined } from '../../core/joined.ts'
import type { CoreWords } from '../es/words.ts'
import { needs } from './needs.ts'
import { notes } from './notes.ts'
import { lostParts } from './lost-parts.ts'
import { receiptPage } from './receipt-page.ts'
import { alarms } from './alarms.ts'
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

/** The core's words in English. */
export const words: CoreWords = {
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

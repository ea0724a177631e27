/** Whatever a person of the head office may ask: a test holds who may against this list. */
import type { ServiceParts } from '../parts/parts.ts'
import type { Fleet } from './fleet.ts'
import { alarmRoutes } from './head-office-alarms.ts'
import { staffRoutes } from './head-office-staff.ts'
import { rangeRoutes } from './folio-branches.ts'
import { officeShopRoutes } from './head-office-shop.ts'
import { personRoutes, type OfficeRoute } from './head-office.ts'

export const officeRoutes = (parts: ServiceParts, fleet: Fleet): readonly OfficeRoute[] => [
  ...personRoutes(parts),
  ...officeShopRoutes(parts, fleet),
  ...rangeRoutes(parts),
  ...alarmRoutes(parts),
  ...staffRoutes(parts, fleet),
]

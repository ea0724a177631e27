/**
 * The parts of the settings, who sees each, and in which order: what is at this counter first, then
 * the shop's.
 */
import type { ComponentType } from 'react'
import {
  Banknote,
  LifeBuoy,
  Building2,
  CreditCard,
  CloudCog,
  FileUser,
  GraduationCap,
  HandCoins,
  Mail,
  MonitorSmartphone,
  Network,
  PackageCheck,
  Palette,
  Printer,
  ReceiptText,
  Scale,
  ScanBarcode,
  ShieldCheck,
  TableProperties,
  Ticket,
  UserRoundCog,
  Users,
  Wallet,
  Weight,
  type LucideIcon,
} from 'lucide-react'
import type { StaffView } from '#shared/staff/views.ts'
import { ShiftCard } from '../shifts/shift-settings.tsx'
import { MailCard } from '../mail/mail-card.tsx'
import { BackCard } from '../vales/back-card.tsx'
import { TipCard } from '../tips/tip-card.tsx'
import { LimitsCard } from '../staff/limits-card.tsx'
import { PracticeCard } from './practice-card.tsx'
import { PeopleCard } from '../people/people-card.tsx'
import { RolesCard } from '../staff/roles-card.tsx'
import { StaffCard } from '../staff/staff-card.tsx'
import { AppearanceCard } from './appearance-card.tsx'
import { DeskCard } from './desk-card.tsx'
import { EmissionCard } from './emission-card.tsx'
import { IdentifiedCard } from './identified-card.tsx'
import { PaymentCard } from './payment-card.tsx'
import { PrinterCard } from './printer-card.tsx'
import { ScaleCard } from './scale-card.tsx'
import { CardTerminalCard } from './card-terminal-card.tsx'
import { ScaleWireCard } from './scale-wire-card.tsx'
import { ScannerCard } from './scanner-card.tsx'
import { ServiceCard } from './service-card.tsx'
import { ShopCard } from './shop-card.tsx'
import { TillsCard } from '../fleet/tills-card.tsx'
import { SupportCard } from '../support/support-card.tsx'
import { UpdatesCard } from '../updates/updates-card.tsx'
import type { SectionId } from './section-ids.ts'
import type { SectionProps } from '../kit/section-props.ts'

export interface Section {
  readonly id: SectionId
  readonly icon: LucideIcon
  readonly group: 'counter' | 'shop'
  readonly mayOpen: (staff: StaffView) => boolean
  readonly Content: ComponentType<SectionProps>
}

const anyone = () => true
const owner = ({ mayChangeSettings }: StaffView) => mayChangeSettings

/** The log and the register of large sales are read by supervisors too. */
const reader = (staff: StaffView) => owner(staff) || staff.rights.readAudit

/** A section without a rule of its own cannot be written down: `mayOpen` is required. */
export const SECTIONS: readonly Section[] = [
  { id: 'printer', icon: Printer, group: 'counter', mayOpen: anyone, Content: PrinterCard },
  { id: 'scanner', icon: ScanBarcode, group: 'counter', mayOpen: anyone, Content: ScannerCard },
  { id: 'scale', icon: Scale, group: 'counter', mayOpen: owner, Content: ScaleCard },
  { id: 'scale-wire', icon: Weight, group: 'counter', mayOpen: owner, Content: ScaleWireCard },
  { id: 'card', icon: CreditCard, group: 'counter', mayOpen: owner, Content: CardTerminalCard },
  { id: 'desk', icon: MonitorSmartphone, group: 'counter', mayOpen: owner, Content: DeskCard },
  { id: 'appearance', icon: Palette, group: 'counter', mayOpen: anyone, Content: AppearanceCard },
  { id: 'practice', icon: GraduationCap, group: 'counter', mayOpen: anyone, Content: PracticeCard },
  { id: 'shop', icon: Building2, group: 'shop', mayOpen: owner, Content: ShopCard },
  { id: 'service', icon: CloudCog, group: 'shop', mayOpen: owner, Content: ServiceCard },
  { id: 'tills', icon: Network, group: 'shop', mayOpen: owner, Content: TillsCard },
  { id: 'emission', icon: ReceiptText, group: 'shop', mayOpen: owner, Content: EmissionCard },
  { id: 'payment', icon: Wallet, group: 'shop', mayOpen: owner, Content: PaymentCard },
  { id: 'back', icon: Ticket, group: 'shop', mayOpen: owner, Content: BackCard },
  { id: 'tips', icon: HandCoins, group: 'shop', mayOpen: owner, Content: TipCard },
  { id: 'mail', icon: Mail, group: 'shop', mayOpen: owner, Content: MailCard },
  { id: 'identified', icon: FileUser, group: 'shop', mayOpen: reader, Content: IdentifiedCard },
  { id: 'people', icon: UserRoundCog, group: 'shop', mayOpen: owner, Content: PeopleCard },
  { id: 'staff', icon: Users, group: 'shop', mayOpen: reader, Content: StaffCard },
  {
    id: 'limits',
    icon: ShieldCheck,
    group: 'shop',
    mayOpen: (staff) => owner(staff) && staff.isOn,
    Content: LimitsCard,
  },
  {
    id: 'roles',
    icon: TableProperties,
    group: 'shop',
    mayOpen: (staff) => owner(staff) && staff.isOn,
    Content: RolesCard,
  },
  { id: 'shifts', icon: Banknote, group: 'shop', mayOpen: owner, Content: ShiftCard },
  { id: 'support', icon: LifeBuoy, group: 'shop', mayOpen: owner, Content: SupportCard },
  { id: 'updates', icon: PackageCheck, group: 'shop', mayOpen: owner, Content: UpdatesCard },
]

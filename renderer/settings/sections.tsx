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
import { SupportCard } from '../support/support-card.tsx'
import { UpdatesCard } from '../updates/updates-card.tsx'
import type { SectionId } from './section-ids.ts'
import type { SectionProps } from '../kit/section-props.ts'

export interface Section {
  readonly id: SectionId
  /** Key of its name in the texts. */
  readonly title:
    | 'settings.printer'
    | 'settings.appearance'
    | 'settings.shop'
    | 'guide.practice'
    | 'settings.service'
    | 'emission.title'
    | 'paymentSettings.title'
    | 'backSettings.title'
    | 'tipSettings.title'
    | 'mailSettings.title'
    | 'staff.title'
    | 'scanner.title'
    | 'identified.title'
    | 'people.title'
    | 'limits.title'
    | 'roles.title'
    | 'shiftSettings.title'
    | 'scale.title'
    | 'scaleWire.title'
    | 'card.settings.title'
    | 'desk.title'
    | 'support.title'
    | 'updates.title'
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
  {
    id: 'printer',
    title: 'settings.printer',
    icon: Printer,
    group: 'counter',
    mayOpen: anyone,
    Content: PrinterCard,
  },
  {
    id: 'scanner',
    title: 'scanner.title',
    icon: ScanBarcode,
    group: 'counter',
    mayOpen: anyone,
    Content: ScannerCard,
  },
  {
    id: 'scale',
    title: 'scale.title',
    icon: Scale,
    group: 'counter',
    mayOpen: owner,
    Content: ScaleCard,
  },
  {
    id: 'scale-wire',
    title: 'scaleWire.title',
    icon: Weight,
    group: 'counter',
    mayOpen: owner,
    Content: ScaleWireCard,
  },
  {
    id: 'card',
    title: 'card.settings.title',
    icon: CreditCard,
    group: 'counter',
    mayOpen: owner,
    Content: CardTerminalCard,
  },
  {
    id: 'desk',
    title: 'desk.title',
    icon: MonitorSmartphone,
    group: 'counter',
    mayOpen: owner,
    Content: DeskCard,
  },
  {
    id: 'appearance',
    title: 'settings.appearance',
    icon: Palette,
    group: 'counter',
    mayOpen: anyone,
    Content: AppearanceCard,
  },
  {
    id: 'practice',
    title: 'guide.practice',
    icon: GraduationCap,
    group: 'counter',
    mayOpen: anyone,
    Content: PracticeCard,
  },
  {
    id: 'shop',
    title: 'settings.shop',
    icon: Building2,
    group: 'shop',
    mayOpen: owner,
    Content: ShopCard,
  },
  {
    id: 'service',
    title: 'settings.service',
    icon: CloudCog,
    group: 'shop',
    mayOpen: owner,
    Content: ServiceCard,
  },
  {
    id: 'emission',
    title: 'emission.title',
    icon: ReceiptText,
    group: 'shop',
    mayOpen: owner,
    Content: EmissionCard,
  },
  {
    id: 'payment',
    title: 'paymentSettings.title',
    icon: Wallet,
    group: 'shop',
    mayOpen: owner,
    Content: PaymentCard,
  },
  {
    id: 'back',
    title: 'backSettings.title',
    icon: Ticket,
    group: 'shop',
    mayOpen: owner,
    Content: BackCard,
  },
  {
    id: 'tips',
    title: 'tipSettings.title',
    icon: HandCoins,
    group: 'shop',
    mayOpen: owner,
    Content: TipCard,
  },
  {
    id: 'mail',
    title: 'mailSettings.title',
    icon: Mail,
    group: 'shop',
    mayOpen: owner,
    Content: MailCard,
  },
  {
    id: 'identified',
    title: 'identified.title',
    icon: FileUser,
    group: 'shop',
    mayOpen: reader,
    Content: IdentifiedCard,
  },
  {
    id: 'people',
    title: 'people.title',
    icon: UserRoundCog,
    group: 'shop',
    mayOpen: owner,
    Content: PeopleCard,
  },
  {
    id: 'staff',
    title: 'staff.title',
    icon: Users,
    group: 'shop',
    mayOpen: reader,
    Content: StaffCard,
  },
  {
    id: 'limits',
    title: 'limits.title',
    icon: ShieldCheck,
    group: 'shop',
    mayOpen: (staff) => owner(staff) && staff.isOn,
    Content: LimitsCard,
  },
  {
    id: 'roles',
    title: 'roles.title',
    icon: TableProperties,
    group: 'shop',
    mayOpen: (staff) => owner(staff) && staff.isOn,
    Content: RolesCard,
  },
  {
    id: 'shifts',
    title: 'shiftSettings.title',
    icon: Banknote,
    group: 'shop',
    mayOpen: owner,
    Content: ShiftCard,
  },
  {
    id: 'support',
    title: 'support.title',
    icon: LifeBuoy,
    group: 'shop',
    mayOpen: owner,
    Content: SupportCard,
  },
  {
    id: 'updates',
    title: 'updates.title',
    icon: PackageCheck,
    group: 'shop',
    mayOpen: owner,
    Content: UpdatesCard,
  },
]

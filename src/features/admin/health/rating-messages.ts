import type { VitalRating } from '../../../contract/product-api/vital-ratings.ts'
import type { MessageId } from '../../../i18n/message-id.ts'

export const ratingMessages = {
  good: 'admin.health.rating.good',
  'needs-improvement': 'admin.health.rating.needsImprovement',
  poor: 'admin.health.rating.poor',
} as const satisfies Record<VitalRating, MessageId>

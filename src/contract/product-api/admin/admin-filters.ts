// The values of the filters of the admin pages. They are search params of routes, and the definitions of all routes
// are part of the first load, so these values are separate from the calls for admins, which are loaded later.

/**
 * The orders of the list of devices: by the last report (`seen`: newest first, `silent`: oldest first), by
 * the oldest entry, or by the number of pending entries, of entries that need the coach, or of missing
 * entries.
 */
export const deviceSorts = ['seen', 'silent', 'oldest', 'pending', 'needs-you', 'gaps'] as const
export type DeviceSort = (typeof deviceSorts)[number]

/**
 * The ranges of the age of a device's last report: up to a day, a week, a month of 30 days, or longer. Each
 * range starts where the previous one ends.
 */
export const seenAges = ['today', 'week', 'month', 'longer'] as const
export type SeenAge = (typeof seenAges)[number]

/** The ranges of the age of a device's oldest entry: no entry, up to an hour, a day, a week, or longer. */
export const waitingAges = ['nothing', 'hour', 'day', 'week', 'longer'] as const
export type WaitingAge = (typeof waitingAges)[number]

/** The periods that admins can choose, in days. The last day of a period is today, in UTC. */
export const healthPeriods = ['7', '28', '90'] as const
export type HealthPeriod = (typeof healthPeriods)[number]

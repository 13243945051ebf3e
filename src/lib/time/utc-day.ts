/** Formats the day of a date in UTC, `YYYY-MM-DD`. */
export const toUtcDay = (date: Date): string => date.toISOString().slice(0, 10)

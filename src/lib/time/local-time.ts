/**
 * Formats a date as this device's local time without a zone, `YYYY-MM-DDTHH:mm:ss`, as in maintenance
 * windows.
 */
export const formatLocalTime = (date: Date): string => {
  const toTwoDigits = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), toTwoDigits(date.getMonth() + 1), toTwoDigits(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(toTwoDigits).join(':')}`
}

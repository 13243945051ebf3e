/** The local time of this device as `YYYY-MM-DDTHH:mm:ss` without a zone, as in maintenance windows. */
export const localTime = (date: Date): string => {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day}T${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`
}

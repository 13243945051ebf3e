/** The day on which an account was verified, in the loyalty provider's format dd/mm/yyyy, in UTC. */
export const formatAccountVerifyDate = (day: Date): string => {
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** Whether a text is a valid date in that format: 31 February is not. */
export const isAccountVerifyDate = (text: string): boolean => {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const day = new Date(`${year}-${month}-${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && formatAccountVerifyDate(day) === text
}

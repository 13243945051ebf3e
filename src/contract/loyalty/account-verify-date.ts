/** The day on which an account was verified, as the loyalty provider writes it: dd/mm/yyyy, in UTC. */
export const accountVerifyDateOf = (day: Date): string => {
  const [year, month, date] = day.toISOString().slice(0, 10).split('-')
  return `${date}/${month}/${year}`
}

/** Whether a text is such a day, and one that exists: the 31st of February does not. */
export const isAccountVerifyDate = (text: string): boolean => {
  const [, date, month, year] = /^(\d{2})\/(\d{2})\/(\d{4})$/.exec(text) ?? []
  const day = new Date(`${year}-${month}-${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && accountVerifyDateOf(day) === text
}

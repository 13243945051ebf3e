import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { LocaleCode } from '../../config/locales.ts'
import { inLocale } from './in-locale.tsx'

/** Renders an element to HTML, with the texts of a locale. */
export const markupIn = (locale: LocaleCode, element: ReactNode): string =>
  renderToStaticMarkup(inLocale(locale, element))

/** Finds the links in HTML, in order. `text` is what a screen reader reads: the label if there is one. */
export const findLinks = (html: string): { href: string; text: string }[] =>
  [...html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)].map(([, attributes = '', inside = '']) => ({
    href: decodeEntities(/href="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    text: decodeEntities(/aria-label="([^"]*)"/.exec(attributes)?.[1] ?? inside.replaceAll(/<[^>]*>/g, '')),
  }))

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decodeEntities = (html: string): string =>
  html.replaceAll(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity)

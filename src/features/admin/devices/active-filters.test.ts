import { createElement } from 'react'
import { expect, test } from 'vitest'
import { findLinks, markupIn } from '../../../ui/testing/markup.ts'
import { ActiveFilters } from './active-filters.tsx'
import type { DeviceFilters } from './device-filters.ts'

const linksWith = (filters: DeviceFilters) =>
  findLinks(markupIn('en-GB', createElement(ActiveFilters, { filters }))).map(({ href, text }) => [
    text,
    href,
  ])

test('lists each active filter with a link to remove it, and one to clear all', () => {
  expect(linksWith({ seen: 'longer', country: 'BR', needs: true, sort: 'gaps' })).toEqual([
    ['Remove filter: Last seen: Over 30 days ago×', '/en-GB/admin/sync?country=BR&needs=true&sort=gaps'],
    [
      'Remove filter: Only with entries that need attention×',
      '/en-GB/admin/sync?country=BR&seen=longer&sort=gaps',
    ],
    ['Remove filter: Country: Brazil×', '/en-GB/admin/sync?needs=true&seen=longer&sort=gaps'],
    ['Clear filters', '/en-GB/admin/sync?sort=gaps'],
  ])
})

test('has a text for every filter', () => {
  const everything: Required<Omit<DeviceFilters, 'sort'>> = {
    country: 'XX',
    version: '0.7.0',
    error: 'no-answer',
    who: '900000000002',
    silent: 30,
    gaps: true,
    needs: true,
    seen: 'today',
    waiting: 'nothing',
  }
  const texts = linksWith(everything).map(([text = '']) => text.replace('Remove filter: ', ''))
  expect(texts).toEqual([
    'Last seen: In the last 24 hours×',
    'Oldest entry waiting: Nothing waits×',
    'Only with entries that need attention×',
    'Only with gaps×',
    'Country: XX×',
    'App version: 0.7.0×',
    'Error type: no-answer×',
    'No contact: For 30 days or more×',
    'Account or device: 900000000002×',
    'Clear filters',
  ])
})

test('shows no links without active filters', () => {
  expect(linksWith({ sort: 'oldest' })).toEqual([])
})

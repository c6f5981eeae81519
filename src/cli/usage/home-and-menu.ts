import type { Command } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const homeExamples = `
Examples:
  store home > home.json     Writes the present home page to a file
  store home home.json       Sets it from the file, with the line above the header ("announcement")

Sections are, in the order of the page:
  { "type": "banner", "slides": [{ "image": "front.jpg", "heading": "…", "text": "…", "link": "/shop", "link_text": "…" }] }
  { "type": "categories", "title": "…" }
  { "type": "products", "title": "…", "sub_category": "Sarees", "limit": 8 }      or "search": "…", or "slugs": ["…"]
  { "type": "new_arrivals", "title": "…" }
  { "type": "promo", "image": "shelf.jpg", "heading": "…", "text": "…", "link": "/shop?search=silk" }
Pictures are files, named from the folder of the JSON file. With "sections": [] the home page is made from the products.`;

const menuExamples = `
Examples:
  store menu > menu.json     Writes the present entries to a file
  store menu menu.json       Sets them: [{ "label": "Sarees", "link": "/shop?categories=sarees" }]

They stand beside Home, Category and Shop. Pages with a text (store pages) are in the menu by themselves.`;

export function homeCommand(program: Command): void {
  program
    .command('home')
    .description('Sections of the home page and the line above the header, as a JSON file')
    .argument('[file]', 'JSON file; prints the present one if omitted')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', homeExamples)
    .action(lazyAction(async () => (await import('#cli/actions/home.ts')).arrangeHome));
}

export function menuCommand(program: Command): void {
  program
    .command('menu')
    .description('Entries of the menu beside Home, Category and Shop, as a JSON file')
    .argument('[file]', 'JSON file; prints the present one if omitted')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', menuExamples)
    .action(lazyAction(async () => (await import('#cli/actions/home.ts')).arrangeMenu));
}

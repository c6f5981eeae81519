import type { StoreCommand } from './store-command.ts';

const pagesActions = () => import('#cli/actions/pages.ts');
const homeActions = () => import('#cli/actions/home.ts');

const pagesExamples = `
Examples:
  store pages                    Lists the pages and whether they have a text
  store pages write ./pages      Writes faq.md, terms.md, privacy.md, returns.md and shipping.md, drafts where there is no text
  store pages read ./pages       Publishes the files that you have edited

The files are Markdown. A draft counts as missing until you have edited it, or deleted its first line. An empty file takes the page
away. Words such as {{legal_name}} are filled from the settings (store theme show); a line whose word has no value is left out.`;

export function pagesCommand(program: StoreCommand): void {
  const pages = program.add('pages', 'Texts of FAQ, terms, privacy, returns and shipping, as Markdown files', pagesExamples);
  pages.command('list', { isDefault: true }).description('List the pages').runs(pagesActions, 'listPages');
  pages
    .add('write', 'Write the texts to files; files that exist are kept')
    .argument('<folder>', 'made if it does not exist')
    .runs(pagesActions, 'writePages');
  pages
    .add('read', 'Publish the texts of the files')
    .argument('<folder>', 'with the files that "store pages write" makes')
    .runs(pagesActions, 'publishPages');
}

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

export function homeCommand(program: StoreCommand): void {
  program
    .add('home', 'Sections of the home page and the line above the header, as a JSON file', homeExamples)
    .argument('[file]', 'JSON file; prints the present one if omitted')
    .runs(homeActions, 'arrangeHome', 'print the result as JSON');
}

export function menuCommand(program: StoreCommand): void {
  program
    .add('menu', 'Entries of the menu beside Home, Category and Shop, as a JSON file', menuExamples)
    .argument('[file]', 'JSON file; prints the present one if omitted')
    .runs(homeActions, 'arrangeMenu', 'print the result as JSON');
}

/**
 * Main city by pincode prefix, grouped by state or union territory; '' where only the state is known. A longer prefix overrides a shorter
 * one. Compiled from general knowledge of India Post's numbering, not from its directory.
 */
// biome-ignore format: a table reads better in rows
export const pincodeRegions: Record<string, Record<string, string>> = {
  Delhi: { 11: 'New Delhi' },
  Haryana: {
    12: '', 121: 'Faridabad', 122: 'Gurugram', 123: 'Rewari', 124: 'Rohtak', 125: 'Hisar', 126: 'Jind', 127: 'Bhiwani',
    13: '', 131: 'Sonipat', 132: 'Karnal', 133: 'Ambala', 134: 'Panchkula', 135: 'Yamunanagar', 136: 'Kurukshetra',
  },
  Punjab: {
    14: '', 141: 'Ludhiana', 142: 'Moga', 143: 'Amritsar', 144: 'Jalandhar', 145: 'Pathankot', 146: 'Hoshiarpur', 147: 'Patiala',
    148: 'Sangrur', 15: '', 151: 'Bathinda', 152: 'Firozpur', 160055: 'Mohali', 160059: 'Mohali', 160062: 'Mohali', 160071: 'Mohali',
  },
  Chandigarh: { 160: 'Chandigarh' },
  'Himachal Pradesh': { 17: '', 171: 'Shimla', 173: 'Solan', 175: 'Mandi', 176: 'Kangra', 177: 'Hamirpur' },
  'Jammu and Kashmir': {
    18: '', 180: 'Jammu', 181: 'Jammu', 182: 'Udhampur', 184: 'Kathua', 185: 'Rajouri', 19: '', 190: 'Srinagar', 192: 'Anantnag',
    193: 'Baramulla',
  },
  Ladakh: { 194: '', 194101: 'Leh', 194103: 'Kargil' },
  'Uttar Pradesh': {
    20: '', 201: 'Ghaziabad', 2013: 'Noida', 202: 'Aligarh', 203: 'Bulandshahr', 204: 'Hathras', 206: 'Etawah', 207: 'Etah',
    208: 'Kanpur', 21: '', 210: 'Banda', 211: 'Prayagraj', 22: '', 221: 'Varanasi', 222: 'Jaunpur', 224: 'Ayodhya', 225: 'Barabanki',
    226: 'Lucknow', 228: 'Sultanpur', 229: 'Raebareli', 23: '', 230: 'Pratapgarh', 231: 'Mirzapur', 233: 'Ghazipur', 24: '',
    241: 'Hardoi', 242: 'Shahjahanpur', 243: 'Bareilly', 244: 'Moradabad', 245: 'Hapur', 2467: 'Bijnor', 247: 'Saharanpur', 25: '',
    250: 'Meerut', 251: 'Muzaffarnagar', 26: '', 261: 'Sitapur', 27: '', 271: 'Gonda', 272: 'Basti', 273: 'Gorakhpur', 274: 'Deoria',
    275: 'Mau', 276: 'Azamgarh', 277: 'Ballia', 28: '', 281: 'Mathura', 282: 'Agra', 284: 'Jhansi', 285: 'Orai',
  },
  Uttarakhand: {
    244713: 'Kashipur', 244715: 'Ramnagar', 246: '', 247667: 'Roorkee', 248: 'Dehradun', 249: '', 2494: 'Haridwar', 2623: '',
    2624: '', 2625: 'Pithoragarh', 2626: 'Bageshwar', 263: '', 263001: 'Nainital', 263139: 'Haldwani', 263153: 'Rudrapur',
    263601: 'Almora',
  },
  Rajasthan: {
    30: '', 301: 'Alwar', 302: 'Jaipur', 303: 'Jaipur', 304: 'Tonk', 305: 'Ajmer', 306: 'Pali', 307: 'Sirohi', 31: '',
    311: 'Bhilwara', 312: 'Chittorgarh', 313: 'Udaipur', 314: 'Dungarpur', 32: '', 321: 'Bharatpur', 322: 'Sawai Madhopur',
    323: 'Bundi', 324: 'Kota', 325: 'Baran', 326: 'Jhalawar', 327: 'Banswara', 328: 'Dholpur', 33: '', 331: 'Churu', 332: 'Sikar',
    333: 'Jhunjhunu', 334: 'Bikaner', 335: 'Sri Ganganagar', 34: '', 341: 'Nagaur', 342: 'Jodhpur', 343: 'Jalore', 344: 'Barmer',
    345: 'Jaisalmer',
  },
  Gujarat: {
    36: '', 360: 'Rajkot', 361: 'Jamnagar', 362: 'Junagadh', 363: 'Surendranagar', 364: 'Bhavnagar', 365: 'Amreli', 37: '',
    370: 'Bhuj', 38: '', 380: 'Ahmedabad', 382: 'Ahmedabad', 3820: 'Gandhinagar', 383: 'Himatnagar', 384: 'Mehsana', 385: 'Palanpur',
    387: 'Nadiad', 388: 'Anand', 389: 'Godhra', 39: '', 390: 'Vadodara', 391: 'Vadodara', 392: 'Bharuch', 393: 'Bharuch',
    394: 'Surat', 395: 'Surat', 396: '', 396001: 'Valsad', 396191: 'Vapi', 396445: 'Navsari',
  },
  'Dadra and Nagar Haveli and Daman and Diu': {
    362520: 'Diu', 396210: 'Daman', 396220: 'Daman', 396230: 'Silvassa', 396235: 'Silvassa',
  },
  Maharashtra: {
    40: '', 400: 'Mumbai', 4006: 'Thane', 4007: 'Navi Mumbai', 41: '', 411: 'Pune', 412: 'Pune', 413: 'Solapur', 414: 'Ahilyanagar',
    415: 'Satara', 416: 'Kolhapur', 42: '', 421: 'Kalyan', 422: 'Nashik', 423: 'Nashik', 424: 'Dhule', 425: 'Jalgaon', 43: '',
    4310: 'Chhatrapati Sambhajinagar', 4316: 'Nanded', 44: '', 440: 'Nagpur', 441: 'Nagpur', 442: '', 443: 'Buldhana', 4446: 'Amravati',
    4440: 'Akola', 445: 'Yavatmal',
  },
  Goa: { 403: '', 403001: 'Panaji', 403601: 'Margao', 403802: 'Vasco da Gama' },
  'Madhya Pradesh': {
    45: '', 450: 'Khandwa', 451: 'Khargone', 452: 'Indore', 453: 'Indore', 454: 'Dhar', 455: 'Dewas', 456: 'Ujjain', 457: 'Ratlam',
    458: 'Mandsaur', 46: '', 460: 'Betul', 461: 'Narmadapuram', 462: 'Bhopal', 464: 'Vidisha', 466: 'Sehore', 47: '', 470: 'Sagar',
    471: 'Chhatarpur', 472: 'Tikamgarh', 474: 'Gwalior', 476: 'Morena', 477: 'Bhind', 48: '', 480: 'Chhindwara', 482: 'Jabalpur',
    483: 'Katni', 484: 'Shahdol', 485: 'Satna', 486: 'Rewa', 487: 'Narsinghpur', 488: 'Panna',
  },
  Chhattisgarh: {
    49: '', 490: 'Bhilai', 491: 'Durg', 492: 'Raipur', 493: 'Raipur', 494: 'Jagdalpur', 495: 'Bilaspur', 496: 'Raigarh',
    497: 'Ambikapur',
  },
  Telangana: {
    50: '', 500: 'Hyderabad', 503: 'Nizamabad', 504: 'Adilabad', 505: 'Karimnagar', 506: 'Warangal', 507: 'Khammam',
    508: 'Nalgonda', 509: 'Mahabubnagar',
  },
  'Andhra Pradesh': {
    51: '', 515: 'Anantapur', 516: 'Kadapa', 517: 'Chittoor', 5175: 'Tirupati', 518: 'Kurnool', 52: '', 520: 'Vijayawada',
    522: 'Guntur', 523: 'Ongole', 524: 'Nellore', 53: '', 530: 'Visakhapatnam', 531: 'Visakhapatnam', 532: 'Srikakulam',
    5330: 'Kakinada', 5331: 'Rajamahendravaram', 534: 'Eluru', 535: 'Vizianagaram',
  },
  Karnataka: {
    56: '', 560: 'Bengaluru', 563: 'Kolar', 57: '', 570: 'Mysuru', 572: 'Tumakuru', 573: 'Hassan', 575: 'Mangaluru', 576: 'Udupi',
    5770: 'Davanagere', 5772: 'Shivamogga', 58: '', 580: 'Hubballi', 582: 'Gadag', 583: 'Ballari', 584: 'Raichur', 585: 'Kalaburagi',
    586: 'Vijayapura', 587: 'Bagalkot', 59: '', 590: 'Belagavi', 591: 'Belagavi',
  },
  'Tamil Nadu': {
    60: '', 600: 'Chennai', 603: 'Chengalpattu', 606: 'Tiruvannamalai', 607: 'Cuddalore', 610: 'Thiruvarur', 61: '',
    611: 'Nagapattinam', 612: 'Kumbakonam', 613: 'Thanjavur', 62: '', 620: 'Tiruchirappalli', 621: 'Tiruchirappalli',
    622: 'Pudukkottai', 623: 'Ramanathapuram', 624: 'Dindigul', 625: 'Madurai', 626: 'Virudhunagar', 627: 'Tirunelveli',
    628: 'Thoothukudi', 629: 'Nagercoil', 63: '', 630: 'Karaikudi', 6315: 'Kanchipuram', 632: 'Vellore', 6350: 'Krishnagiri',
    6351: 'Krishnagiri', 636: 'Salem', 6367: 'Dharmapuri', 637: 'Namakkal', 638: 'Erode', 639: 'Karur', 64: '', 641: 'Coimbatore', 642: 'Pollachi',
    643: 'Udhagamandalam',
  },
  Puducherry: { 6050: 'Puducherry', 6096: 'Karaikal', 673310: 'Mahe', 533464: 'Yanam' },
  Kerala: {
    67: '', 670: 'Kannur', 671: 'Kasaragod', 673: 'Kozhikode', 676: 'Malappuram', 678: 'Palakkad', 68: '', 680: 'Thrissur',
    682: 'Kochi', 683: 'Aluva', 685: 'Idukki', 686: 'Kottayam', 688: 'Alappuzha', 689: 'Pathanamthitta', 69: '', 691: 'Kollam',
    695: 'Thiruvananthapuram',
  },
  Lakshadweep: { 68255: '', 682555: 'Kavaratti' },
  'West Bengal': {
    70: '', 700: 'Kolkata', 71: '', 711: 'Howrah', 712: 'Hooghly', 7131: 'Bardhaman', 7132: 'Durgapur', 7133: 'Asansol', 72: '',
    721: 'Medinipur', 722: 'Bankura', 723: 'Purulia', 73: '', 732: 'Malda', 734: 'Siliguri', 735: 'Jalpaiguri', 736: 'Cooch Behar',
    74: '', 741: 'Krishnanagar', 742: 'Berhampore',
  },
  Sikkim: { 737: 'Gangtok' },
  'Andaman and Nicobar Islands': { 744: 'Port Blair' },
  Odisha: {
    75: '', 751: 'Bhubaneswar', 752: 'Puri', 753: 'Cuttack', 754: 'Cuttack', 755: 'Jajpur', 756: 'Balasore', 757: 'Baripada',
    758: 'Kendujhar', 759: 'Dhenkanal', 76: '', 760: 'Berhampur', 761: 'Berhampur', 764: 'Koraput', 765: 'Rayagada',
    766: 'Bhawanipatna', 767: 'Balangir', 768: 'Sambalpur', 769: 'Rourkela', 77: '', 770: 'Sundargarh',
  },
  Assam: {
    78: '', 781: 'Guwahati', 782: 'Nagaon', 784: 'Tezpur', 785: 'Jorhat', 786: 'Dibrugarh', 787: 'North Lakhimpur', 788: 'Silchar',
  },
  'Arunachal Pradesh': { 790: '', 791: 'Itanagar', 792: '' },
  Meghalaya: { 793: 'Shillong', 794: 'Tura' },
  Manipur: { 795: 'Imphal' },
  Mizoram: { 796: 'Aizawl' },
  Nagaland: { 797: 'Kohima', 797112: 'Dimapur', 798: 'Mokokchung' },
  Tripura: { 799: 'Agartala' },
  Bihar: {
    80: '', 800: 'Patna', 802: 'Arrah', 803: 'Bihar Sharif', 804: 'Jehanabad', 805: 'Nawada', 81: '', 811: 'Munger', 812: 'Bhagalpur',
    813: 'Bhagalpur', 82: '', 821: 'Sasaram', 823: 'Gaya', 824: 'Aurangabad', 84: '', 841: 'Chhapra', 842: 'Muzaffarpur',
    844: 'Hajipur', 845: 'Motihari', 846: 'Darbhanga', 847: 'Madhubani', 848: 'Samastipur', 85: '', 851: 'Begusarai', 852: 'Saharsa',
    854: 'Purnia', 855: 'Kishanganj',
  },
  Jharkhand: {
    814: '', 814112: 'Deoghar', 815: 'Giridih', 816: 'Sahibganj', 822: 'Daltonganj', 825: 'Hazaribagh', 826: 'Dhanbad', 827: 'Bokaro',
    828: 'Dhanbad', 829: 'Ramgarh', 83: '', 831: 'Jamshedpur', 833: 'Chaibasa', 834: 'Ranchi', 835: 'Ranchi',
  },
};
